package org.ringlet.store;

/**
 * Whether a store can answer.
 *
 * @param detail for people: where the store is, and what is wrong with it if it is not up
 */
public record StoreHealth(boolean up, String detail) {}

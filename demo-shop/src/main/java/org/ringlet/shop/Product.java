package org.ringlet.shop;

/**
 * Something to buy.
 *
 * @param cents its price
 * @param art a picture of it, an SVG element
 */
record Product(String id, String name, String about, int cents, Html art) {}

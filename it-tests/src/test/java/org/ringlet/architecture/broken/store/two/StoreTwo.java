package org.ringlet.architecture.broken.store.two;

/** Breaks the rule that exceptions are unchecked. */
public final class StoreTwo extends Exception {}

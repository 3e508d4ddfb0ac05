package org.ringlet.tomcat;

/** What a request gets that needs the store when the store can't answer. */
enum StoreDown {
    /** The copy in memory, whose changes are stored later; 503 if there is none. */
    LOCAL,
    /** Always 503. */
    FAIL
}

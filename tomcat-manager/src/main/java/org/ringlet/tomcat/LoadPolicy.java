package org.ringlet.tomcat;

/** When the store is asked about a session that is in memory. */
enum LoadPolicy {
    /** When the copy in memory is older than {@code reloadInterval}, or when this srun stands in for another. */
    CACHE_FIRST,
    /** In each request. */
    ALWAYS_LOAD
}

package org.ringlet.bench.sessions;

import java.util.Locale;

/** A way to keep sessions. The {@code context.xml} of each is a resource under its name. */
public enum Contender {
    /** StandardManager: one JVM's memory, no clustering. What it costs, everybody pays. */
    STANDARD,
    /** RingletManager over a store that costs next to nothing. */
    RINGLET_MEMORY,
    /** RingletManager and the file store, cache-first. */
    RINGLET_FILE,
    /** RingletManager and the file store, which is asked in every request. */
    RINGLET_FILE_ALWAYS,
    /** Tomcat's PersistentManager with FileStore, behind PersistentValve. */
    PERSISTENT_FILE;

    boolean isRinglet() {
        return name().startsWith("RINGLET");
    }

    /** As on the command line and in tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package org.ringlet.store.ring;

import java.util.concurrent.atomic.LongAdder;

/** What an operator may want to know of one srun's part of the ring. Thread-safe. */
final class RingFigures {
    private final LongAdder underReplicated = new LongAdder();

    /** A change was acknowledged with fewer copies than were asked for. */
    void underReplicated() {
        underReplicated.increment();
    }

    long underReplicatedSaves() {
        return underReplicated.sum();
    }
}

package org.ringlet.store.ring;

import java.util.concurrent.atomic.LongAdder;

/** What an operator may want to know of one srun's part of the ring. Written on the loop, read by any thread. */
final class RingFigures {
    private final LongAdder underReplicated = new LongAdder();
    private volatile long sessionsOnOneSrun;
    private volatile boolean wasInSync;
    private volatile long inSyncAt;

    /** @param sessions that this srun has, and that are not known to be on another one */
    void onOneSrun(long sessions) {
        sessionsOnOneSrun = sessions;
    }

    long sessionsOnOneSrun() {
        return sessionsOnOneSrun;
    }

    /** @param now this JVM's {@code nanoTime} */
    void inSync(long now) {
        inSyncAt = now;
        wasInSync = true;
    }

    /** Whether all sruns that live had, at some time since the start, all that they are to have. */
    boolean wasInSync() {
        return wasInSync;
    }

    /** When that was last so. */
    long inSyncAt() {
        return inSyncAt;
    }

    /** A change was acknowledged with fewer copies than were asked for. */
    void underReplicated() {
        underReplicated.increment();
    }

    long underReplicatedSaves() {
        return underReplicated.sum();
    }
}

package org.ringlet.tomcat;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Notices when this JVM stood still: stopped by a signal, frozen with its machine, or in a collection of garbage that took
 * very long. To be told often; when it was not, the JVM did not run. Thread-safe.
 */
final class PauseWatch {
    static final Duration BEAT = Duration.ofMillis(500);
    private static final long LONGEST_GAP = BEAT.multipliedBy(3).toNanos();

    private final LongSupplier nanoClock;
    private volatile long lastBeat;
    private volatile long lastPauseEnd;

    PauseWatch(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.lastBeat = nanoClock.getAsLong();
        this.lastPauseEnd = lastBeat;
    }

    void beat() {
        long now = nanoClock.getAsLong();
        if (now - lastBeat > LONGEST_GAP) {
            lastPauseEnd = now;
        }
        lastBeat = now;
    }

    /** Whether the JVM stood still at some time since then, even if nobody has noticed yet. */
    boolean pausedSince(long nanoTime) {
        return nanoClock.getAsLong() - lastBeat > LONGEST_GAP || lastPauseEnd - nanoTime > 0;
    }
}

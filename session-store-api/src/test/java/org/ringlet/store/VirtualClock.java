package org.ringlet.store;

import java.time.Duration;

/** A clock that stands still until it is told to go on. */
public final class VirtualClock {
    private volatile Duration elapsed = Duration.ZERO;

    public synchronized void elapse(Duration duration) {
        elapsed = elapsed.plus(duration);
    }

    /** How much it has been told to go on, all together. */
    public Duration elapsed() {
        return elapsed;
    }
}

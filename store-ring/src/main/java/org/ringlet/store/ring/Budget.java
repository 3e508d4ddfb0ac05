package org.ringlet.store.ring;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many bytes may be on their way to other sruns at once. Who wants to send more waits until some have arrived, so that
 * an srun which reads slowly does not fill this one's memory. Thread-safe.
 */
final class Budget {
    private static final int UNIT = 1024;

    private final int units;
    private final Semaphore free;

    /** @param bytes at least so many that the largest session has room */
    Budget(long bytes) {
        this.units = (int) (bytes / UNIT);
        this.free = new Semaphore(units, true);
    }

    /** Takes a part, when there is enough; returns how much is to be given back, 0 if there was not enough in time. */
    int take(long bytes, Duration patience) throws InterruptedException {
        int wanted = (int) Math.min(units, bytes / UNIT + 1);
        return free.tryAcquire(wanted, patience.toNanos(), TimeUnit.NANOSECONDS) ? wanted : 0;
    }

    void giveBack(int taken) {
        free.release(taken);
    }
}

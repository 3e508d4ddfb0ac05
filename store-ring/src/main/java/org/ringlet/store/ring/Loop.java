package org.ringlet.store.ring;

import java.time.Duration;

/** The one thread that an srun's part of the ring runs on, and its clock. */
interface Loop {
    /** As {@link System#nanoTime}: monotonic, of no meaning elsewhere. */
    long nanoTime();

    /** Runs something on the loop's thread. May be called from any thread. */
    void execute(Runnable work);

    /** Runs something on the loop's thread, later. */
    void after(Duration delay, Runnable work);

    /** Runs something on the loop's thread within moments, when more of what brought it about may have come. */
    default void soon(Runnable work) {
        after(Duration.ofMillis(5), work);
    }
}

package org.ringlet.router.health;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The probes of one srun, one after the other: the next is due an interval after the last one's result. */
final class ProbeSchedule {
    /** Of the interval, either way: so that many routers don't probe in step. */
    private static final double JITTER = 0.1;

    private final RoutedSrun srun;
    private final ScheduledExecutorService scheduler;
    private final RandomGenerator random;
    private final CountDownLatch first = new CountDownLatch(1);

    @GuardedBy("this")
    private State state = State.WAITING;

    @GuardedBy("this")
    private Probe probe;

    @GuardedBy("this")
    private @Nullable Future<?> next;

    private enum State {
        WAITING,
        PROBING,
        STOPPED
    }

    ProbeSchedule(RoutedSrun srun, Probe probe, ScheduledExecutorService scheduler, RandomGenerator random) {
        this.srun = srun;
        this.probe = probe;
        this.scheduler = scheduler;
        this.random = random;
    }

    synchronized void start() {
        schedule(Duration.ZERO);
    }

    /** From the next probe on. */
    synchronized void probeWith(Probe probe) {
        this.probe = probe;
    }

    /** The srun became suspect: it is asked earlier than was planned. */
    synchronized void hasten() {
        if (state == State.WAITING) {
            schedule(untilNext());
        }
    }

    synchronized void stop() {
        state = State.STOPPED;
        cancelNext();
    }

    /** Returns when there was a result, or after so many nanoseconds. */
    @SuppressWarnings("ReturnValueIgnored") // either is fine
    void awaitFirst(long nanos) throws InterruptedException {
        first.await(nanos, TimeUnit.NANOSECONDS);
    }

    private void run() {
        Probe now;
        synchronized (this) {
            if (state != State.WAITING) {
                return;
            }
            state = State.PROBING;
            now = probe;
        }
        now.start(srun.resolvedAddress(), this::finish);
    }

    private void finish(ProbeResult result) {
        srun.probed(result);
        first.countDown();
        synchronized (this) {
            if (state == State.PROBING) {
                state = State.WAITING;
                schedule(untilNext());
            }
        }
    }

    private Duration untilNext() {
        long nanos = srun.health().untilNextProbe(srun.rules()).toNanos();
        return Duration.ofNanos((long) (nanos * (1 - JITTER + 2 * JITTER * random.nextDouble())));
    }

    private synchronized void schedule(Duration delay) {
        cancelNext();
        next = scheduler.schedule(this::run, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void cancelNext() {
        if (next != null) {
            next.cancel(false);
        }
    }
}

package org.ringlet.router.proxy;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A deadline that is moved often and reached seldom: moving it on costs a field, since the timer that was set for the
 * old one sets itself again when it finds that it is early. Belongs to one event loop.
 */
final class Deadline {
    private final EventExecutor loop;
    private final Runnable onReached;
    private @Nullable Future<?> timer;
    private long timerDue;
    private long due;
    private boolean isCancelled;

    Deadline(EventExecutor loop, Runnable onReached) {
        this.loop = loop;
        this.onReached = onReached;
    }

    void moveTo(Duration fromNow) {
        due = System.nanoTime() + fromNow.toNanos();
        if (timer == null || due < timerDue) {
            setTimer();
        }
    }

    void cancel() {
        isCancelled = true;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    private void setTimer() {
        if (timer != null) {
            timer.cancel(false);
        }
        timerDue = due;
        timer = loop.schedule(this::timerRang, due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void timerRang() {
        timer = null;
        if (isCancelled) {
            return;
        }
        if (due - System.nanoTime() > 0) {
            setTimer();
            return;
        }
        onReached.run();
    }
}

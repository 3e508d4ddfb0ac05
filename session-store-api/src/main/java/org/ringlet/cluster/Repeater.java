package org.ringlet.cluster;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Runs something again and again, so that a test can say when. */
@FunctionalInterface
interface Repeater {
    /** Begins to run the task, one run at a time. The task must not throw. What is returned ends it, and waits for no run. */
    Running every(Duration interval, Runnable task);

    /** Ends what runs again and again; ending twice is ending once. */
    @FunctionalInterface
    interface Running extends AutoCloseable {
        @Override
        void close();
    }

    /** On a daemon thread of its own. */
    static Repeater onThread(String name) {
        return (interval, task) -> {
            ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(runnable -> {
                var daemon = new Thread(runnable, name);
                daemon.setDaemon(true);
                return daemon;
            });
            ScheduledFuture<?> runs =
                    thread.scheduleWithFixedDelay(task, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
            return () -> {
                runs.cancel(false);
                thread.shutdown();
            };
        };
    }
}

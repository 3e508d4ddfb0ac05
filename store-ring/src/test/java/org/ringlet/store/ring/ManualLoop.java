package org.ringlet.store.ring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** A loop whose clock is put forward by hand; what is due by then runs, in order. */
final class ManualLoop implements Loop {
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::order));
    private final List<Runnable> soon = new ArrayList<>();
    private long now;
    private long order;

    private record Task(long at, long order, Runnable work) {}

    /** @param start what its clock says at first, as any {@code nanoTime} may */
    ManualLoop(long start) {
        now = start;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void execute(Runnable work) {
        after(Duration.ZERO, work);
    }

    @Override
    public void after(Duration delay, Runnable work) {
        tasks.add(new Task(now + delay.toNanos(), order++, work));
    }

    @Override
    public void soon(Runnable work) {
        soon.add(work);
    }

    /** Runs what is to run within moments, in none. */
    void runSoon() {
        List<Runnable> due = List.copyOf(soon);
        soon.clear();
        due.forEach(Runnable::run);
    }

    void elapse(Duration time) {
        long end = now + time.toNanos();
        while (!tasks.isEmpty() && tasks.element().at() <= end) {
            Task task = tasks.remove();
            now = Math.max(now, task.at());
            task.work().run();
        }
        now = end;
    }

    /** As for a JVM that is stopped: nothing runs meanwhile, and what was due is late. */
    void stall(Duration time) {
        now += time.toNanos();
    }
}

package org.ringlet.session;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A hybrid logical clock: it runs with the machine's clock, but never issues a stamp that is not after every stamp it
 * has issued or observed. So a change that was made with another one in sight always wins over it, however far apart
 * the clocks of the two machines are.
 *
 * <p><b>Range.</b> A stamp from {@link #TOO_FAR} on, the year 4199, was written by a faulty or hostile hand. It is not
 * observed: there must always be room for stamps after it. Nor is a machine's clock followed to there. So what this
 * clock has reached never wraps, and stays where signed and unsigned order agree. An entry with such a stamp wins over
 * all that is issued here until its session ends, and harms no other.
 *
 * <p>Source: Kulkarni, Demirbas, Madappa, Avva, Leone, "Logical Physical Clocks", OPODIS 2014. Thread-safe, lock-free.
 */
public final class HybridClock {
    /** Times from here on are not followed. */
    static final long TOO_FAR = 1L << 62;

    private final Writer writer;
    private final LongSupplier millis;
    private final AtomicLong last = new AtomicLong();

    /** @param millis the machine's clock, in milliseconds since 1970 */
    public HybridClock(Writer writer, LongSupplier millis) {
        this.writer = writer;
        this.millis = millis;
    }

    public Writer writer() {
        return writer;
    }

    /** A stamp after every one that was issued or observed before. */
    public Stamp next() {
        return new Stamp(nextTime(), writer);
    }

    /** The time of {@link #next}, for who keeps many of them: the writer is always this clock's. */
    public long nextTime() {
        long now = time(millis.getAsLong());
        return last.updateAndGet(previous -> Math.max(previous + 1, now));
    }

    /** Passes a stamp that came from elsewhere. */
    public void observe(Stamp stamp) {
        long time = stamp.time();
        if (time > last.get() && time < TOO_FAR) {
            last.accumulateAndGet(time, Math::max);
        }
    }

    /** Passes every stamp of a change that came from elsewhere. */
    public void observe(SessionDelta delta) {
        delta.changes().values().forEach(entry -> observe(entry.stamp()));
    }

    /** Passes every stamp of a record that came from elsewhere. */
    public void observe(SessionRecord record) {
        observe(record.floor());
        record.entries().values().forEach(entry -> observe(entry.stamp()));
    }

    private static long time(long millis) {
        return Math.min(Math.max(millis, 0), (TOO_FAR - 1) >> 16) << 16;
    }
}

package org.ringlet.session;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A hybrid logical clock: it runs with the machine's clock, but never issues a stamp that is not after every stamp it
 * has issued or observed. So a change that was made with another one in sight always wins over it, however far apart
 * the clocks of the two machines are.
 *
 * <p>Source: Kulkarni, Demirbas, Madappa, Avva, Leone, "Logical Physical Clocks", OPODIS 2014. Thread-safe, lock-free.
 */
public final class HybridClock {
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
        long now = millis.getAsLong() << 16;
        return new Stamp(last.updateAndGet(previous -> Math.max(previous + 1, now)), writer);
    }

    /** Passes a stamp that came from elsewhere. */
    public void observe(Stamp stamp) {
        if (stamp.time() > last.get()) {
            last.accumulateAndGet(stamp.time(), Math::max);
        }
    }

    /** Passes every stamp of a record that came from elsewhere. */
    public void observe(SessionRecord record) {
        observe(record.floor());
        record.entries().values().forEach(entry -> observe(entry.stamp()));
    }
}

package org.ringlet.session;

/**
 * When and by whom an entry was written: a reading of a {@link HybridClock}, totally ordered by time, then writer,
 * all of them unsigned.
 *
 * @param time milliseconds since 1970 in the upper 48 bits, a counter that carries into them in the lower 16
 */
public record Stamp(long time, Writer writer) implements Comparable<Stamp> {
    /** The first of all stamps; no clock issues it. */
    public static final Stamp ZERO = new Stamp(0, new Writer(0, 0));

    public long millis() {
        return time >>> 16;
    }

    public boolean isAfter(Stamp other) {
        return compareTo(other) > 0;
    }

    public Stamp max(Stamp other) {
        return isAfter(other) ? this : other;
    }

    @Override
    public int compareTo(Stamp other) {
        int byTime = Long.compareUnsigned(time, other.time);
        return byTime != 0 ? byTime : writer.compareTo(other.writer);
    }
}

package org.ringlet.bench.load;

/**
 * Counts durations in buckets that are 1/64 of their power of two wide, so that a percentile is off by 1.6 % at most.
 * Used by one thread.
 */
final class Histogram {
    private static final int BITS = 6;
    private static final int BUCKETS_PER_POWER = 1 << BITS;

    private final long[] counts = new long[(Long.SIZE - BITS) * BUCKETS_PER_POWER];
    private long total;

    void record(long value) {
        counts[bucket(Math.max(value, 0))]++;
        total++;
    }

    /** A value that the given part of the recorded ones don't exceed; 0 if there are none. */
    long quantile(double part) {
        long wanted = (long) Math.ceil(part * total);
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= wanted && seen > 0) {
                return upperBound(bucket);
            }
        }
        return 0;
    }

    /** Values below 64 have a bucket each; above, the highest seven bits choose it. */
    private static int bucket(long value) {
        if (value < BUCKETS_PER_POWER) {
            return (int) value;
        }
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - BITS;
        return power * BUCKETS_PER_POWER + (int) (value >>> power);
    }

    private static long upperBound(int bucket) {
        if (bucket < 2 * BUCKETS_PER_POWER) {
            return bucket;
        }
        int power = bucket / BUCKETS_PER_POWER - 1;
        long mantissa = BUCKETS_PER_POWER + (long) (bucket % BUCKETS_PER_POWER);
        return ((mantissa + 1) << power) - 1;
    }
}

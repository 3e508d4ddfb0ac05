package org.ringlet.session;

/**
 * Who wrote an entry: an srun, and which of its lives.
 *
 * @param srun the index of the srun
 * @param start a random number that each start of the JVM draws, so that a restarted srun, whose clock may have been
 *     set back, is somebody else
 */
public record Writer(int srun, long start) implements Comparable<Writer> {
    /** Unsigned, as the order of {@link Stamp}, so that nobody comes before 0 and 0. */
    @Override
    public int compareTo(Writer other) {
        int bySrun = Integer.compareUnsigned(srun, other.srun);
        return bySrun != 0 ? bySrun : Long.compareUnsigned(start, other.start);
    }
}

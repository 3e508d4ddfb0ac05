package org.ringlet.session;

import java.util.Map;

/**
 * A 64-bit digest of a record's state: the sum modulo 2<sup>64</sup> of a mix of each entry's name, stamp and kind, and
 * of the floor. Being a sum it doesn't depend on any order and can be kept up to date entry by entry; no body is hashed, because a
 * stamp stands for the bytes that were written with it.
 *
 * <p>The mix of a name is FNV-1a over its UTF-16 units; words are folded in with the finaliser of SplitMix64 (Steele,
 * Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). Test vectors are in
 * {@code revision-vectors.txt}.
 */
public final class Revision {
    /** Of a record that has nothing in it; also of what is not there at all. */
    public static final long NONE = 0;

    /** Bits above those of the writer's index, so that no two kinds of what a stamp can mark are mixed up. */
    private static final long VALUE = 0;

    private static final long REMOVED = 1L << 32;
    private static final long FLOOR = 1L << 33;

    private Revision() {}

    static long of(Map<String, Entry> entries, Stamp floor) {
        long sum = of(floor);
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            sum += of(entry.getKey(), entry.getValue());
        }
        return sum;
    }

    /** What one entry adds to the revision of its record. */
    public static long of(String name, Entry entry) {
        return of(name, entry.stamp(), entry.isRemoved() ? REMOVED : VALUE);
    }

    /** What the floor adds: nothing while it has never risen. */
    static long of(Stamp floor) {
        return floor.equals(Stamp.ZERO) ? 0 : of("", floor, FLOOR);
    }

    private static long of(String name, Stamp stamp, long kind) {
        long mixed = mix(fnv1a(name) ^ stamp.time());
        mixed = mix(mixed ^ stamp.writer().start());
        return mix(mixed ^ Integer.toUnsignedLong(stamp.writer().srun()) ^ kind);
    }

    private static long fnv1a(String name) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    private static long mix(long z) {
        long x = z + 0x9e3779b97f4a7c15L;
        x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }
}

package org.ringlet.session;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An immutable run of bytes with the equality and the order of its contents (unsigned, lexicographic), so that records
 * can hold bytes without an {@code equals} that lies.
 */
public final class Bytes implements Comparable<Bytes> {
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] array;

    private Bytes(byte[] array) {
        this.array = array;
    }

    /** Takes the array over without copying it: the caller gives it up. */
    public static Bytes wrap(byte[] array) {
        return array.length == 0 ? EMPTY : new Bytes(array);
    }

    public static Bytes copyOf(byte[] array, int from, int to) {
        return wrap(Arrays.copyOfRange(array, from, to));
    }

    public static Bytes ofHex(String hex) {
        return wrap(HexFormat.of().parseHex(hex));
    }

    public int size() {
        return array.length;
    }

    public byte get(int index) {
        return array[index];
    }

    /** The array itself, uncopied, for codecs and I/O: it must not be written to. */
    public byte[] array() {
        return array;
    }

    public ByteBuffer asBuffer() {
        return ByteBuffer.wrap(array).asReadOnlyBuffer();
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(array, other.array);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(array, that.array);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(array);
    }

    /** The size only: the bytes may be anything, a password included. */
    @Override
    public String toString() {
        return array.length + " bytes";
    }
}

package org.ringlet.form;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are being written. */
public final class ByteSink {
    private byte[] array;
    private int size;

    public ByteSink(int expectedSize) {
        array = new byte[expectedSize];
    }

    public int size() {
        return size;
    }

    /** What is written to, uncopied: valid up to {@link #size()}. */
    public byte[] array() {
        return array;
    }

    public byte[] toByteArray() {
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    public ByteSink put(int value) {
        room(1);
        array[size++] = (byte) value;
        return this;
    }

    public ByteSink put(byte[] bytes) {
        room(bytes.length);
        System.arraycopy(bytes, 0, array, size, bytes.length);
        size += bytes.length;
        return this;
    }

    public ByteSink putInt(int value) {
        putIntAt(skip(Integer.BYTES), value);
        return this;
    }

    public ByteSink putLong(long value) {
        return putInt((int) (value >>> 32)).putInt((int) value);
    }

    public void putIntAt(int at, int value) {
        array[at] = (byte) (value >>> 24);
        array[at + 1] = (byte) (value >>> 16);
        array[at + 2] = (byte) (value >>> 8);
        array[at + 3] = (byte) value;
    }

    /** Seven bits a byte, low ones first; the high bit says that more follow. */
    public ByteSink putVarint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            put((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        return put((int) rest);
    }

    /** For numbers that may be negative: zigzag, so that small ones stay short. */
    public ByteSink putSignedVarint(long value) {
        return putVarint((value << 1) ^ (value >> 63));
    }

    /**
     * A text behind twice its length in bytes. It is UTF-8, unless it has half of a surrogate pair somewhere, which
     * UTF-8 can't say: then it is UTF-16 and the length is odd.
     */
    public ByteSink putText(String text) {
        return isAscii(text) ? putAscii(text) : putUnicode(text);
    }

    /** Most texts are: their UTF-8 is their characters. */
    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7F) {
                return false;
            }
        }
        return true;
    }

    private ByteSink putAscii(String text) {
        putVarint(2L * text.length());
        int at = skip(text.length());
        for (int i = 0; i < text.length(); i++) {
            array[at + i] = (byte) text.charAt(i);
        }
        return this;
    }

    private ByteSink putUnicode(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (new String(utf8, StandardCharsets.UTF_8).equals(text)) {
            return putVarint(2L * utf8.length).put(utf8);
        }
        putVarint(2L * Character.BYTES * text.length() + 1);
        for (int i = 0; i < text.length(); i++) {
            put(text.charAt(i) >> 8).put(text.charAt(i));
        }
        return this;
    }

    /** Makes room for bytes that are filled in later, and returns where they are. */
    public int skip(int count) {
        room(count);
        int at = size;
        size += count;
        return at;
    }

    private void room(int count) {
        if (array.length - size < count) {
            array = Arrays.copyOf(array, Math.max(Math.addExact(size, count), size + (size >> 1)));
        }
    }
}

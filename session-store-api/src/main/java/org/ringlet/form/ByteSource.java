package org.ringlet.form;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.ringlet.session.Bytes;
import org.ringlet.store.UnreadableSessionException;

/**
 * Bytes that are being read. Nothing is allocated, and no loop begun, for a length or a count that what is left could
 * not hold.
 */
public final class ByteSource {
    private final Object subject;
    private final byte[] array;
    private final int end;
    private int at;

    /** @param subject what the bytes are of, for messages */
    public ByteSource(Object subject, byte[] array, int from, int end) {
        this.subject = subject;
        this.array = array;
        this.at = from;
        this.end = end;
    }

    public int remaining() {
        return end - at;
    }

    public int get() {
        require(1);
        return array[at++] & 0xFF;
    }

    public byte[] get(int length) {
        require(length);
        at += length;
        return Arrays.copyOfRange(array, at - length, at);
    }

    public int getInt() {
        require(Integer.BYTES);
        at += Integer.BYTES;
        return (array[at - 4] & 0xFF) << 24
                | (array[at - 3] & 0xFF) << 16
                | (array[at - 2] & 0xFF) << 8
                | (array[at - 1] & 0xFF);
    }

    public long getLong() {
        return ((long) getInt() << 32) | (getInt() & 0xFFFFFFFFL);
    }

    public long getVarint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = get();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw malformed("a number does not end");
    }

    public long getSignedVarint() {
        long zigzag = getVarint();
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }

    /** How many things follow of which each takes {@code smallest} bytes or more. */
    public int getCount(int smallest) {
        long count = getVarint();
        if (count < 0 || count > remaining() / smallest) {
            throw malformed("a count of " + Long.toUnsignedString(count) + ", of which " + remaining()
                    + " bytes are left to hold");
        }
        return (int) count;
    }

    public Bytes getBytes(int length) {
        return Bytes.wrap(get(length));
    }

    public String getText() {
        long twiceLength = getVarint();
        int length = checkedLength(twiceLength >>> 1);
        byte[] bytes = get(length);
        return (twiceLength & 1) == 0 ? utf8(bytes) : utf16(bytes);
    }

    public int checkedLength(long length) {
        if (length < 0 || length > remaining()) {
            throw malformed(
                    "a length of " + Long.toUnsignedString(length) + ", of which " + remaining() + " bytes are left");
        }
        return (int) length;
    }

    public UnreadableSessionException malformed(String what) {
        return new UnreadableSessionException(subject + ": malformed before byte " + at + " of " + end + ": " + what);
    }

    private String utf8(byte[] bytes) {
        return isAscii(bytes) ? new String(bytes, StandardCharsets.US_ASCII) : decoded(bytes);
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte next : bytes) {
            if (next < 0) {
                return false;
            }
        }
        return true;
    }

    private String decoded(byte[] bytes) {
        try {
            // strict: two names must not become one
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed("a text is not UTF-8");
        }
    }

    private String utf16(byte[] bytes) {
        if (bytes.length % Character.BYTES != 0) {
            throw malformed("a text ends within a character");
        }
        // not new String(…): it would replace what is half a pair
        return ByteBuffer.wrap(bytes).asCharBuffer().toString();
    }

    private void require(int length) {
        if (length > remaining()) {
            throw malformed(length + " bytes expected, " + remaining() + " are left");
        }
    }
}

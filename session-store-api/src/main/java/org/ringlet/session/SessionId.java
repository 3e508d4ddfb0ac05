package org.ringlet.session;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A session id without its route: {@code <owner><backup><random>} in the alphabet {@code a-z A-Z 0-9 _ -}, two digits
 * for each index, high digit first. The indices come from the client, so they are a hint and nothing more.
 *
 * <p>An id is a credential: {@link #toString} shows its beginning only.
 */
public record SessionId(String value) {
    /** How many sruns the two digits of an index can tell apart. */
    public static final int MAX_INDEX = 4095;

    static final String ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

    private static final int DIGITS_OF_INDICES = 4;
    /** 22 digits of 6 bits: 132 bits of randomness. */
    private static final int DIGITS_OF_RANDOM = 22;

    /** Of an id without its route. */
    public static final int MAX_LENGTH = 128;

    private static final int DIGITS_SHOWN = 8;
    private static final byte[] DIGIT_VALUES = digitValues();

    public SessionId {
        if (!isWellFormed(value)) {
            // not shown: it may be anything, and may be most of somebody's id
            throw new IllegalArgumentException("not a session id, of " + value.length()
                    + " characters; allowed are 1 to " + MAX_LENGTH + " of a-z A-Z 0-9 _ -");
        }
    }

    /** A new id. {@code random} must be a {@link java.security.SecureRandom} wherever the id is a credential. */
    public static SessionId generate(int owner, int backup, RandomGenerator random) {
        var id = new StringBuilder(DIGITS_OF_INDICES + DIGITS_OF_RANDOM);
        appendIndex(id, owner);
        appendIndex(id, backup);
        byte[] bytes = new byte[DIGITS_OF_RANDOM];
        random.nextBytes(bytes);
        return new SessionId(id.append(encoded(bytes)).toString());
    }

    /** A new id whose random part comes from elsewhere. */
    public static SessionId of(int owner, int backup, String random) {
        var id = new StringBuilder(DIGITS_OF_INDICES + random.length());
        appendIndex(id, owner);
        appendIndex(id, backup);
        return new SessionId(id.append(random).toString());
    }

    /** The values of its digits, 0 to 63 each: what {@link #encoded} makes the id of. */
    public byte[] digits() {
        byte[] digits = new byte[value.length()];
        for (int i = 0; i < digits.length; i++) {
            digits[i] = (byte) digit(value.charAt(i));
        }
        return digits;
    }

    /** A digit for each byte, of which the lower six bits count. */
    public static String encoded(byte[] bytes) {
        var digits = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            digits.append(ALPHABET.charAt(b & 63));
        }
        return digits.toString();
    }

    /**
     * The id in a text that a client sent, without its route (what follows the first dot); empty if the text can't be
     * an id of anybody's.
     */
    public static Optional<SessionId> parse(CharSequence text) {
        String value = withoutRoute(text.toString());
        return isWellFormed(value) ? Optional.of(new SessionId(value)) : Optional.empty();
    }

    /** The index of the srun that created the session, or -1 if the id is too short to have one. */
    public int owner() {
        return indexAt(value, 0);
    }

    /** The index of the srun that was chosen for the second replica, or -1 if the id is too short to have one. */
    public int backup() {
        return indexAt(value, 2);
    }

    /** The first digits, never more than half: enough to find a session in a log, not enough to use it. */
    @Override
    public String toString() {
        return value.substring(0, Math.min(DIGITS_SHOWN, value.length() / 2)) + "…";
    }

    private static String withoutRoute(String text) {
        int dot = text.indexOf('.');
        return dot < 0 ? text : text.substring(0, dot);
    }

    private static boolean isWellFormed(String value) {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            if (digit(value.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static void appendIndex(StringBuilder to, int index) {
        if (index < 0 || index > MAX_INDEX) {
            throw new IllegalArgumentException("srun index " + index + " is not within 0 to " + MAX_INDEX);
        }
        to.append(ALPHABET.charAt(index >> 6)).append(ALPHABET.charAt(index & 63));
    }

    private static int indexAt(String value, int at) {
        // an id that has nothing behind the indices is nobody's of ours
        return value.length() <= DIGITS_OF_INDICES ? -1 : (digit(value.charAt(at)) << 6) | digit(value.charAt(at + 1));
    }

    private static int digit(char c) {
        return c < DIGIT_VALUES.length ? DIGIT_VALUES[c] : -1;
    }

    private static byte[] digitValues() {
        byte[] values = new byte[128];
        Arrays.fill(values, (byte) -1);
        for (int i = 0; i < ALPHABET.length(); i++) {
            values[ALPHABET.charAt(i)] = (byte) i;
        }
        return values;
    }
}

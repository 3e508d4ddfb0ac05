package org.ringlet.cluster;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them in settings: bytes, or a whole number with {@code k}, {@code m} or {@code g} (of 1024). */
public final class Sizes {
    /** For messages: what {@link #parse} takes. */
    public static final String ALLOWED = "a whole number of bytes, or one with k, m or g, such as 64k or 4m";

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})([kmg]?)");

    private Sizes() {}

    /**
     * The size in bytes.
     *
     * @throws IllegalArgumentException if the text is no size or more than a {@code long} holds; it says what is
     */
    public static long parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refusal(text);
        }
        long count = Long.parseLong(form.group(1));
        int shift = shift(form.group(2));
        if (count > Long.MAX_VALUE >> shift) {
            throw refusal(text);
        }
        return count << shift;
    }

    /** The shortest text that {@link #parse} turns into the same size. */
    public static String format(long bytes) {
        for (String symbol : new String[] {"g", "m", "k"}) {
            long unit = 1L << shift(symbol);
            if (bytes != 0 && bytes % unit == 0) {
                return bytes / unit + symbol;
            }
        }
        return Long.toString(bytes);
    }

    private static int shift(String symbol) {
        return switch (symbol) {
            case "" -> 0;
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            default -> throw new IllegalArgumentException(symbol);
        };
    }

    private static IllegalArgumentException refusal(String text) {
        return new IllegalArgumentException("'" + Shown.of(text) + "' is not a size; allowed is " + ALLOWED);
    }
}

package org.ringlet.cluster;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them in settings: a whole number and its unit, {@code 500ms}, {@code 2s}, {@code 1h}. */
public final class Durations {
    /** For messages: what {@link #parse} takes. */
    public static final String ALLOWED = "a whole number with a unit (ms, s, m, h), such as 500ms, 2s, 5m or 1h";

    /** Some 292 years: what a {@code long} holds in nanoseconds, so that no later conversion overflows. */
    static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})(ms|s|m|h)");

    private Durations() {}

    /** @throws IllegalArgumentException if the text is no duration or one of more than 292 years; it says what is */
    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refusal(text);
        }
        Duration unit = unit(form.group(2));
        long count = Long.parseLong(form.group(1));
        if (count > LONGEST.dividedBy(unit)) {
            throw refusal(text);
        }
        return unit.multipliedBy(count);
    }

    /** The shortest text that {@link #parse} turns into the same duration; what is below a millisecond is cut off. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        for (String symbol : new String[] {"h", "m", "s"}) {
            long unit = unit(symbol).toMillis();
            if (millis != 0 && millis % unit == 0) {
                return millis / unit + symbol;
            }
        }
        return millis + "ms";
    }

    private static Duration unit(String symbol) {
        return switch (symbol) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> throw new IllegalArgumentException(symbol);
        };
    }

    private static IllegalArgumentException refusal(String text) {
        return new IllegalArgumentException("'" + Shown.of(text) + "' is not a duration; allowed is " + ALLOWED);
    }
}

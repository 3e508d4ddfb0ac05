package org.ringlet.cluster;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Guesses which of the valid names was meant by one that is not. The distance is the optimal string alignment distance:
 * how many letters must be inserted, dropped, replaced or exchanged with their neighbour (Damerau, "A technique for
 * computer detection and correction of spelling errors", 1964). Case doesn't count.
 */
public final class NearestName {
    /** Nobody means a valid name by a longer text, and the work grows with its length. */
    private static final int LONGEST = 64;

    private NearestName() {}

    /** The valid name that is nearest to {@code wrong}; of two the first; empty if none is near. */
    public static Optional<String> of(String wrong, Collection<String> valid) {
        if (wrong.length() > LONGEST) {
            return Optional.empty();
        }
        String nearest = null;
        int least = tolerance(wrong) + 1;
        for (String name : valid) {
            int distance = distance(wrong.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < least) {
                nearest = name;
                least = distance;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** For the middle of a message: {@code "; did you mean 'weight'?"}, or nothing if no name is near. */
    public static String question(String wrong, Collection<String> valid) {
        return of(wrong, valid).map(name -> "; did you mean '" + name + "'?").orElse("");
    }

    /** A third of the letters may be wrong: with more, a guess misleads. */
    private static int tolerance(String wrong) {
        return Math.max(1, wrong.length() / 3);
    }

    static int distance(String a, String b) {
        int[] beforePrevious = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
                if (areExchanged(a, i, b, j)) {
                    current[j] = Math.min(current[j], beforePrevious[j - 2] + 1);
                }
            }
            int[] reused = beforePrevious;
            beforePrevious = previous;
            previous = current;
            current = reused;
        }
        return previous[b.length()];
    }

    private static boolean areExchanged(String a, int i, String b, int j) {
        return i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    }
}

package org.ringlet.bench.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How often and how long is measured.
 *
 * @param warmUp once for each server, before the first round
 * @param duration of each measured window
 */
public record Rounds(int count, Duration warmUp, Duration duration) {
    /** What each window begins with, unmeasured: connections and caches are warm again after it. */
    public static final Duration LEAD_IN = Duration.ofSeconds(1);

    public Rounds {
        if (count < 1) {
            throw new IllegalArgumentException(count + " rounds; at least 1 is needed");
        }
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("windows of " + duration + "; they must take some time");
        }
    }

    /** Forth in odd rounds and back in even ones, so that a drift of the machine favours nobody. */
    public <T> List<T> order(List<T> contenders, int round) {
        List<T> ordered = new ArrayList<>(contenders);
        if (round % 2 == 0) {
            Collections.reverse(ordered);
        }
        return ordered;
    }
}

package org.ringlet.router.health;

import java.time.Duration;
import java.time.Instant;

/**
 * The health of one srun and the events that change it: a pure function of state and event.
 *
 * <table>
 * <caption>Transitions</caption>
 * <tr><th></th><th>UNPROVEN</th><th>UP</th><th>SUSPECT</th><th>DOWN</th></tr>
 * <tr><td>good probe</td><td>UP</td><td>UP</td><td>UP</td><td>UP after {@code rise} in a row</td></tr>
 * <tr><td>bad probe</td><td>DOWN</td><td>DOWN after {@code fall} in a row</td><td>DOWN after {@code fall} failures
 *     of any kind</td><td>DOWN</td></tr>
 * <tr><td>request answered</td><td>UP</td><td>UP</td><td>UP</td><td>DOWN: what a request gets says nothing about
 *     what the probe asks, whether the srun is in sync</td></tr>
 * <tr><td>connect failed</td><td>SUSPECT</td><td>SUSPECT</td><td>SUSPECT</td><td>DOWN</td></tr>
 * <tr><td>exchange failed</td><td>SUSPECT</td><td>SUSPECT after {@code fall} in a row: one application error is no
 *     dead srun</td><td>SUSPECT</td><td>DOWN</td></tr>
 * </table>
 *
 * @param good good events in a row
 * @param bad bad events in a row
 * @param reason what was last seen going wrong, or why it is trusted
 * @param since when the state began
 */
public record Health(HealthState state, int good, int bad, String reason, Instant since) {
    private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);
    private static final int MAX_DOUBLINGS = 10;

    static Health unproven(Instant now) {
        return new Health(HealthState.UNPROVEN, 0, 0, "not probed yet", now);
    }

    Health probedGood(HealthRules rules, Instant now) {
        if (state == HealthState.DOWN && good + 1 < rules.rise()) {
            return new Health(state, good + 1, 0, reason, since);
        }
        return state == HealthState.UP ? settled() : up("answered a probe", now);
    }

    Health probedBad(String why, HealthRules rules, Instant now) {
        boolean enough = bad + 1 >= rules.fall();
        return switch (state) {
            case UNPROVEN -> become(HealthState.DOWN, bad + 1, why, now);
            case UP, SUSPECT -> enough ? become(HealthState.DOWN, bad + 1, why, now) : failing(why);
            case DOWN -> failing(why);
        };
    }

    Health answered(Instant now) {
        return switch (state) {
            case UNPROVEN, SUSPECT -> up("answered a request", now);
            case UP -> settled();
            case DOWN -> this;
        };
    }

    Health connectFailed(String why, Instant now) {
        return switch (state) {
            case UNPROVEN, UP -> become(HealthState.SUSPECT, bad + 1, why, now);
            case SUSPECT, DOWN -> failing(why);
        };
    }

    Health exchangeFailed(String why, HealthRules rules, Instant now) {
        if (state == HealthState.UP && bad + 1 < rules.fall()) {
            return failing(why);
        }
        return connectFailed(why, now);
    }

    /** Whether an answered request would change nothing: asked once a request, so it is cheap. */
    boolean isSettled() {
        return bad == 0 && state == HealthState.UP;
    }

    /** How long to wait for the next probe: a suspect is asked early, then at doubling distances. */
    Duration untilNextProbe(HealthRules rules) {
        if (state != HealthState.SUSPECT) {
            return rules.interval();
        }
        Duration backOff = FIRST_BACK_OFF.multipliedBy(1L << Math.min(Math.max(bad - 1, 0), MAX_DOUBLINGS));
        return backOff.compareTo(rules.interval()) < 0 ? backOff : rules.interval();
    }

    private Health up(String why, Instant now) {
        return new Health(HealthState.UP, 0, 0, why, now);
    }

    private Health settled() {
        return bad == 0 ? this : new Health(state, 0, 0, reason, since);
    }

    private Health failing(String why) {
        return new Health(state, 0, bad + 1, why, since);
    }

    private Health become(HealthState next, int bad, String why, Instant now) {
        return new Health(next, 0, bad, why, now);
    }
}

package org.ringlet.router.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    private static final HealthRules RULES = new HealthRules(2, 3, Duration.ofSeconds(2));

    /** Events: G and B are probes, good and bad; a an answered request, c a failed connect, x a failed exchange. */
    @ParameterizedTest(name = "after {0}: {1}")
    @CsvSource(
            textBlock =
                    """
            '',      UNPROVEN
            G,       UP
            a,       UP
            B,       DOWN
            c,       SUSPECT
            x,       SUSPECT
            GB,      UP
            GBB,     UP
            GBBB,    DOWN
            GBBGBB,  UP
            GBBaBB,  UP
            GBBx,    SUSPECT
            GBBxB,   DOWN
            GBBcB,   DOWN
            Gx,      UP
            Gxx,     UP
            Gxxx,    SUSPECT
            Gxxaxx,  UP
            GxxGxx,  UP
            Gc,      SUSPECT
            GcG,     UP
            Gca,     UP
            GcB,     SUSPECT
            GcBB,    DOWN
            GcccccB, DOWN
            Gcccc,   SUSPECT
            BG,      DOWN
            BGG,     UP
            BGBG,    DOWN
            BGBGG,   UP
            Baaa,    DOWN
            BGaG,    UP
            BcGcG,   DOWN
            BxGG,    UP
            """)
    void followsTheTable(String events, HealthState state) {
        Health health = afterAll(events);

        assertThat(health.state()).isEqualTo(state);
    }

    @Test
    void remembersWhyAndSinceWhen() {
        Health up = Health.unproven(NOW).probedGood(RULES, NOW.plusSeconds(1));
        Health suspect = up.connectFailed("refused", NOW.plusSeconds(2));
        Health still = suspect.connectFailed("refused again", NOW.plusSeconds(3));

        assertThat(up.since()).isEqualTo(NOW.plusSeconds(1));
        assertThat(still.since()).isEqualTo(NOW.plusSeconds(2));
        assertThat(still.reason()).isEqualTo("refused again");
    }

    @ParameterizedTest(name = "after {0} the next probe is due in {1} ms")
    @CsvSource({"G, 2000", "B, 2000", "Gc, 1000", "Gcc, 2000", "Gccccccccccccccccccccccc, 2000", "x, 1000"})
    void asksASuspectEarlyAndThenAtDoublingDistances(String events, long millis) {
        Health health = afterAll(events);

        assertThat(health.untilNextProbe(RULES)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void isSettledOnlyWhenAnAnsweredRequestChangesNothing() {
        Health up = Health.unproven(NOW).probedGood(RULES, NOW);

        assertThat(up.isSettled()).isTrue();
        assertThat(up.answered(NOW)).isEqualTo(up);
        assertThat(up.exchangeFailed("reset", RULES, NOW).isSettled()).isFalse();
        assertThat(Health.unproven(NOW).isSettled()).isFalse();
    }

    private static Health afterAll(String events) {
        Health health = Health.unproven(NOW);
        for (int i = 0; i < events.length(); i++) {
            health = after(health, events.charAt(i));
        }
        return health;
    }

    private static Health after(Health health, char event) {
        return switch (event) {
            case 'G' -> health.probedGood(RULES, NOW);
            case 'B' -> health.probedBad("bad probe", RULES, NOW);
            case 'a' -> health.answered(NOW);
            case 'c' -> health.connectFailed("refused", NOW);
            case 'x' -> health.exchangeFailed("reset", RULES, NOW);
            default -> throw new IllegalArgumentException("no event: " + event);
        };
    }
}

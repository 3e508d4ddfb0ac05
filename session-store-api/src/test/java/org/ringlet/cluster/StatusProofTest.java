package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusProofTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    private static final Duration TOLERANCE = Duration.ofSeconds(30);
    /** Computed with {@code openssl dgst -sha256 -hmac}. */
    private static final String PROOF = "1700000000.81482f2a7a486913762568519bb98f34a3d2ab524ecde19447ea72ac122172e0";

    @Test
    void isTheTimeAndTheDigestOfTheTime() {
        assertThat(StatusProof.header(SECRET, NOW)).isEqualTo(PROOF);
    }

    @ParameterizedTest
    @ValueSource(ints = {-30, -1, 0, 1, 30})
    void isGoodWithinTheTolerance(int seconds) {
        assertThat(StatusProof.verify(SECRET, PROOF, NOW.plusSeconds(seconds), TOLERANCE))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {-31, 31, 86_400})
    void isStaleOutsideTheTolerance(int seconds) {
        assertThat(StatusProof.verify(SECRET, PROOF, NOW.plusSeconds(seconds), TOLERANCE))
                .isFalse();
    }

    @Test
    void isWorthNothingWithAnotherSecret() {
        assertThat(StatusProof.verify(SECRET + "x", PROOF, NOW, TOLERANCE)).isFalse();
    }

    @Test
    void isWorthNothingWithAnotherTime() {
        String moved = PROOF.replace("1700000000", "1700000001");

        assertThat(StatusProof.verify(SECRET, moved, NOW, TOLERANCE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "1700000000", "1700000000.", ".abc", "x.y", "-1.00", "99999999999999999999.00", "٣.00"})
    void refusesWhatIsNoProof(String value) {
        assertThat(StatusProof.verify(SECRET, value, NOW, TOLERANCE)).isFalse();
    }
}

package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    private static final List<String> NAMES =
            List.of("id", "index", "host", "http-port", "ring-port", "weight", "zone", "saveMode", "storeDown");

    @ParameterizedTest
    @CsvSource({
        "wieght, weight",
        "weigt, weight",
        "wweight, weight",
        "wait, ",
        "prot, ",
        "hots, host",
        "httpPort, http-port",
        "HTTP-PORT, http-port",
        "ring_port, ring-port",
        "idx, id",
        "Zone, zone",
        "savemode, saveMode",
        "store-down, storeDown",
        "colour, ",
        "'', "
    })
    void guessesANameThatIsNearAndNoOther(String wrong, String meant) {
        assertThat(NearestName.of(wrong, NAMES).orElse(null)).isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"a, a, 0", "ab, ba, 1", "abc, ac, 1", "ac, abc, 1", "abc, axc, 1", "'', abc, 3", "kitten, sitting, 3"})
    void countsLettersInsertedDroppedReplacedOrExchanged(String a, String b, int distance) {
        assertThat(NearestName.distance(a, b)).isEqualTo(distance);
        assertThat(NearestName.distance(b, a)).isEqualTo(distance);
    }

    @Test
    void doesNotWorkOnHugeText() {
        assertThat(NearestName.of("w".repeat(1_000_000), NAMES)).isEmpty();
    }

    @Test
    void asksNothingIfNoNameIsNear() {
        assertThat(NearestName.question("wieght", NAMES)).isEqualTo("; did you mean 'weight'?");
        assertThat(NearestName.question("colour", NAMES)).isEmpty();
    }
}

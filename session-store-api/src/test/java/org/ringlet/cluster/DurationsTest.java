package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0ms, PT0S",
        "500ms, PT0.5S",
        "2s, PT2S",
        "5m, PT5M",
        "1h, PT1H",
        "48h, PT48H",
        "0007s, PT7S",
        "2562047h, PT2562047H"
    })
    void readsANumberWithAUnit(String text, Duration duration) {
        assertThat(Durations.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "5",
                "s",
                "-1s",
                "+1s",
                "1.5s",
                "1 s",
                " 1s",
                "1s ",
                "1S",
                "1d",
                "1sm",
                "2s2s",
                "PT2S",
                "١s",
                "1s\n",
                "5 parsecs"
            })
    void refusesWhatIsNoDurationAndSaysWhatIs(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a duration; allowed is a whole number with a unit (ms, s, m, h)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"2562048h", "999999999999999999s", "999999999999999999h", "99999999999999999999999999999999ms"})
    void refusesWhatNanosecondsWouldNotHold(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0ms", "1ms", "1500ms", "2s", "90s", "5m", "90m", "1h", "25h"})
    void formatsWhatItReads(String text) {
        assertThat(Durations.format(Durations.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1000ms, 1s", "60s, 1m", "120m, 2h", "60000ms, 1m"})
    void formatsInTheLargestUnitThatFits(String text, String shortest) {
        assertThat(Durations.format(Durations.parse(text))).isEqualTo(shortest);
    }
}

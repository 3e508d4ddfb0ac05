package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "1023, 1023",
        "64k, 65536",
        "4m, 4194304",
        "2g, 2147483648",
        "8589934591g, 9223372035781033984"
    })
    void readsBytesAndMultiplesOf1024(String text, long bytes) {
        assertThat(Sizes.parse(text)).isEqualTo(bytes);
        assertThat(Sizes.format(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1", "+1", "1.5m", "4 m", "4M", "4mb", "4m\n", "0x10", "1e3", "unlimited"})
    void refusesWhatIsNoSizeAndSaysWhatIs(String text) {
        assertThatThrownBy(() -> Sizes.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a size; allowed is a whole number of bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"8589934592g", "999999999999999999k", "9999999999999999999"})
    void refusesWhatALongWouldNotHold(String text) {
        assertThatThrownBy(() -> Sizes.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}

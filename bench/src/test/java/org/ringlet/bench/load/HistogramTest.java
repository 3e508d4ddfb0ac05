package org.ringlet.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {
    private final Histogram histogram = new Histogram();

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 63, 64, 127, 128, 1_000, 123_456_789, Long.MAX_VALUE / 2})
    void givesBackAValueToWithinTwoPercent(long value) {
        histogram.record(value);

        assertThat((double) histogram.quantile(0.5)).isCloseTo((double) value, within(value * 0.016 + 0.1));
    }

    @Test
    void findsTheMedianAndTheTail() {
        for (int value = 1; value <= 1000; value++) {
            histogram.record(value);
        }

        assertThat((double) histogram.quantile(0.5)).isCloseTo(500, within(8.0));
        assertThat((double) histogram.quantile(0.99)).isCloseTo(990, within(16.0));
    }

    @Test
    void isZeroWhileNothingIsRecorded() {
        assertThat(histogram.quantile(0.99)).isZero();
    }
}

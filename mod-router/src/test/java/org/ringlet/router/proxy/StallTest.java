package org.ringlet.router.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StallTest {
    @ParameterizedTest(name = "request complete {0}, response begun {1}, srun writable {2}, client writable {3}: {4}")
    @CsvSource(
            textBlock =
                    """
            true,  false, true,  true,  SRUN_SILENT
            false, false, false, true,  SRUN_SILENT
            false, false, true,  true,  CLIENT_SILENT
            true,  true,  true,  true,  SRUN_STOPPED
            false, true,  true,  true,  SRUN_STOPPED
            true,  true,  true,  false, CLIENT_STOPPED
            false, true,  false, false, CLIENT_STOPPED
            """)
    void blamesWhoeverTheOtherWaitsFor(
            boolean isRequestComplete,
            boolean hasResponse,
            boolean isSrunWritable,
            boolean isClientWritable,
            Stall blamed) {
        assertThat(Stall.of(isRequestComplete, hasResponse, isSrunWritable, isClientWritable))
                .isEqualTo(blamed);
    }
}

package org.ringlet.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.ringlet.session.Bytes;

class JmhTest {
    @Test
    void runsTheBenchmarksThatWereGenerated() throws Exception {
        var options = new OptionsBuilder()
                .include(RevisionBenchmark.class.getSimpleName())
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(10))
                .verbosity(VerboseMode.SILENT)
                .build();

        assertThat(new Runner(options).run()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(SessionForm.class)
    void bringsBackEveryAttribute(SessionForm form) {
        for (SampleSession session : SampleSession.values()) {
            try (SessionCodec codec = form.open()) {
                Map<String, Bytes> stored = codec.encode(session.attributes());

                assertThat(codec.decode(stored))
                        .containsOnlyKeys(session.attributes().keySet());
            }
        }
    }
}

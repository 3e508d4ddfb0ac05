package org.ringlet.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {
    @TempDir
    private Path directory;

    @Test
    void comparesWithinEachRound() throws IOException {
        Samples samples = new Samples(directory.resolve("s.ndjson"), "base");
        add(samples, 1, 10, 20);
        add(samples, 2, 100, 300); // the machine is busy
        add(samples, 3, 10, 40);

        Distribution ratios = samples.ratios("other", "p", "cpu");

        assertThat(ratios.median()).isEqualTo(3);
        assertThat(ratios.toString(1)).isEqualTo("3.0 (2.0–4.0)");
        assertThat(samples.figures("other", "p", "cpu").median()).isEqualTo(40);
    }

    @Test
    void hasNoRatioWithoutTheBaseline() throws IOException {
        Samples samples = new Samples(directory.resolve("s.ndjson"), "base");
        samples.add(new Sample("other", "p", 1, Map.of("cpu", 1.0)));

        assertThat(samples.ratios("other", "p", "cpu").toString(1)).isEqualTo("–");
    }

    @Test
    void keepsEachSampleAsALineOfJson() throws IOException {
        Path file = directory.resolve("s.ndjson");
        new Samples(file, "base").add(new Sample("other", "p", 1, Map.of("cpu", 1.5)));

        assertThat(file).hasContent("{\"contender\":\"other\",\"phase\":\"p\",\"round\":1,\"cpu\":1.5}");
        assertThat(Files.readString(file)).endsWith("\n");
    }

    @Test
    void goesForthAndBack() {
        Rounds rounds = new Rounds(2, Duration.ZERO, Duration.ofSeconds(1));

        assertThat(rounds.order(List.of("a", "b"), 1)).containsExactly("a", "b");
        assertThat(rounds.order(List.of("a", "b"), 2)).containsExactly("b", "a");
    }

    private static void add(Samples samples, int round, double base, double other) throws IOException {
        samples.add(new Sample("base", "p", round, Map.of("cpu", base)));
        samples.add(new Sample("other", "p", round, Map.of("cpu", other)));
    }
}

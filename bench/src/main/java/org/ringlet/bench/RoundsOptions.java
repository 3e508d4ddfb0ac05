package org.ringlet.bench;

import java.time.Duration;
import org.ringlet.bench.report.Rounds;
import picocli.CommandLine.Option;

/** How often and how long is measured. */
final class RoundsOptions {
    @Option(names = "--rounds", defaultValue = "5", description = "Rounds over all contenders (default: 5).")
    private int count;

    @Option(names = "--seconds", defaultValue = "5", description = "Length of a measured window (default: 5).")
    private int seconds;

    @Option(
            names = "--warm-up",
            defaultValue = "15",
            description = "Seconds of load on each contender before the first round (default: 15).")
    private int warmUp;

    Rounds rounds() {
        return new Rounds(count, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds));
    }
}

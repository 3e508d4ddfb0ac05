package org.ringlet.bench.load;

import java.time.Duration;
import java.util.Optional;

/**
 * What was measured between two moments at which no request was under way.
 *
 * @param wrong answers that can't be right, those of the lead-in included
 * @param firstWrong what was wrong with the first of them
 */
public record Window(
        long requests,
        Duration elapsed,
        Usage usage,
        Duration median,
        Duration p99,
        long wrong,
        Optional<String> firstWrong) {

    public double requestsPerSecond() {
        return requests * 1e9 / elapsed.toNanos();
    }

    public double cpuMicrosPerRequest() {
        return usage.cpu().toNanos() / 1e3 / requests;
    }

    public double bytesPerRequest() {
        return (double) usage.allocated() / requests;
    }
}

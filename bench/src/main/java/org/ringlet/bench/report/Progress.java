package org.ringlet.bench.report;

import java.util.Locale;
import org.ringlet.bench.load.Window;

/** Says on standard error how far a benchmark is. */
public final class Progress {
    private Progress() {}

    public static void say(String text) {
        System.err.println(text);
    }

    public static void say(int round, String contender, String phase, Window window) {
        say(String.format(
                Locale.ROOT,
                "round %d, %s, %s: %.1f µs of CPU, %,.0f requests/s%s",
                round,
                contender,
                phase,
                window.cpuMicrosPerRequest(),
                window.requestsPerSecond(),
                window.firstWrong().map(wrong -> "; WRONG: " + wrong).orElse("")));
    }
}

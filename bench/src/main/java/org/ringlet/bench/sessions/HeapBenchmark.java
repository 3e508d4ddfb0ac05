package org.ringlet.bench.sessions;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ringlet.bench.load.ClosedLoop;
import org.ringlet.bench.load.Newcomer;
import org.ringlet.bench.process.Installation;
import org.ringlet.bench.report.Progress;
import org.ringlet.bench.report.Sample;
import org.ringlet.bench.report.Samples;
import org.ringlet.bench.report.Table;

/** How much heap idle sessions take: what is live with so many more of them. */
public final class HeapBenchmark {
    private static final String PHASE = "idle 2 KB sessions";
    private static final String BYTES = "bytesPerSession";
    private static final int USERS = 16;
    private static final int WARM_UP_SESSIONS = 500;

    /** Longer than a save that was put off may take. */
    private static final Duration IDLE = Duration.ofSeconds(3);

    private final Installation installation;
    private final List<String> javaOptions;

    public HeapBenchmark(Installation installation, List<String> javaOptions) {
        this.installation = installation;
        this.javaOptions = javaOptions;
    }

    public void run(List<Contender> contenders, int sessions, int rounds, Samples samples)
            throws IOException, InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            for (Contender contender : contenders) {
                double bytes = bytesPerSession(contender, sessions);
                samples.add(new Sample(contender.toString(), PHASE, round, Map.of(BYTES, bytes)));
                Progress.say(contender + ": " + Table.number(bytes, 0) + " bytes a session");
            }
        }
    }

    public static String report(Samples samples) {
        return new Table()
                .column("contender", contender -> contender)
                .column(
                        "MB of live heap per 100,000 " + PHASE,
                        contender -> Table.number(
                                samples.figures(contender, PHASE, BYTES).median() * 100_000 / (1 << 20), 0))
                .column("× " + samples.baseline(), contender -> samples.ratios(contender, PHASE, BYTES)
                        .toString(2))
                .render(samples.contenders());
    }

    private double bytesPerSession(Contender contender, int sessions) throws IOException, InterruptedException {
        try (TomcatServer server = TomcatSetup.of(contender, javaOptions).start(installation)) {
            create(WARM_UP_SESSIONS, server);
            server.requireContent();
            long before = server.liveHeap();
            create(sessions, server);
            return (double) (server.liveHeap() - before) / sessions;
        }
    }

    private static void create(int sessions, TomcatServer server) throws IOException, InterruptedException {
        List<Newcomer> users =
                IntStream.range(0, USERS).mapToObj(i -> new Newcomer()).toList();
        try (ClosedLoop loop = server.connect(users)) {
            loop.run(sessions);
        }
        Thread.sleep(IDLE.toMillis());
    }
}

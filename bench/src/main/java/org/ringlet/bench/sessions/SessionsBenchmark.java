package org.ringlet.bench.sessions;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ringlet.bench.load.ClosedLoop;
import org.ringlet.bench.load.Window;
import org.ringlet.bench.process.Installation;
import org.ringlet.bench.report.Progress;
import org.ringlet.bench.report.Rounds;
import org.ringlet.bench.report.Sample;
import org.ringlet.bench.report.Samples;
import org.ringlet.bench.report.WindowFigures;

/**
 * What a request costs with each session manager. All Tomcats are up from the start, so that each keeps its compiled
 * code from round to round; all but the measured one are idle.
 */
public final class SessionsBenchmark {
    private static final int USERS = 16;

    private final Installation installation;
    private final List<Contender> contenders;
    private final Rounds rounds;
    private final List<String> javaOptions;
    private final Map<Contender, TomcatServer> servers = new EnumMap<>(Contender.class);

    /** @param javaOptions for the Tomcats, each of which runs in its own directory */
    public SessionsBenchmark(
            Installation installation, List<Contender> contenders, Rounds rounds, List<String> javaOptions) {
        this.installation = installation;
        this.contenders = contenders;
        this.rounds = rounds;
        this.javaOptions = javaOptions;
    }

    public void run(Samples samples) throws IOException {
        try {
            for (Contender contender : contenders) {
                start(contender);
            }
            for (int round = 1; round <= rounds.count(); round++) {
                for (Contender contender : rounds.order(contenders, round)) {
                    measure(contender, round, samples);
                }
            }
        } finally {
            servers.values().forEach(TomcatServer::close);
        }
    }

    public static String report(Samples samples) {
        return WindowFigures.report(samples, 10_000, true);
    }

    private void start(Contender contender) throws IOException {
        Progress.say("starting and warming up " + contender);
        TomcatServer server = TomcatSetup.of(contender, javaOptions).start(installation);
        servers.put(contender, server);
        for (Phase phase : Phase.values()) {
            try (ClosedLoop loop = server.connect(phase.users(USERS))) {
                loop.run(rounds.warmUp().dividedBy(Phase.values().length));
            }
        }
        server.requireContent();
    }

    private void measure(Contender contender, int round, Samples samples) throws IOException {
        TomcatServer server = Objects.requireNonNull(servers.get(contender));
        for (Phase phase : Phase.values()) {
            try (ClosedLoop loop = server.connect(phase.users(USERS))) {
                Window window = loop.measure(Rounds.LEAD_IN, rounds.duration(), server::usage);
                samples.add(new Sample(contender.toString(), phase.toString(), round, WindowFigures.of(window)));
                Progress.say(round, contender.toString(), phase.toString(), window);
            }
        }
    }
}

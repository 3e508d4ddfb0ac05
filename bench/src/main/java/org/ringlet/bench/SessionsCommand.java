package org.ringlet.bench;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.ringlet.bench.process.Installation;
import org.ringlet.bench.report.Samples;
import org.ringlet.bench.report.WindowFigures;
import org.ringlet.bench.sessions.Contender;
import org.ringlet.bench.sessions.SessionsBenchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "sessions", description = "What a request costs with each session manager.")
final class SessionsCommand implements Callable<Integer> {
    @Mixin
    private final RoundsOptions rounds = new RoundsOptions();

    @Mixin
    private final TomcatOptions tomcats = new TomcatOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        Installation installation = Installation.own();
        Samples samples = output.samples("sessions", Contender.STANDARD.toString(), installation);
        new SessionsBenchmark(installation, tomcats.contenders(), rounds.rounds(), tomcats.javaOptions()).run(samples);
        output.report("sessions", SessionsBenchmark.report(samples), installation);
        return WindowFigures.allRight(samples) ? 0 : 1;
    }
}

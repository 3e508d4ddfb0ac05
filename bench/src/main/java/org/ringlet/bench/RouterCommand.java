package org.ringlet.bench;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.ringlet.bench.process.Installation;
import org.ringlet.bench.report.Samples;
import org.ringlet.bench.report.WindowFigures;
import org.ringlet.bench.routers.RouterBenchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "router", description = "What a request costs in each router.")
final class RouterCommand implements Callable<Integer> {
    @Mixin
    private final RoundsOptions rounds = new RoundsOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        Installation installation = Installation.own();
        Samples samples = output.samples("router", RouterBenchmark.BASELINE, installation);
        new RouterBenchmark(installation, rounds.rounds()).run(samples);
        output.report("router", RouterBenchmark.report(samples), installation);
        return WindowFigures.allRight(samples) ? 0 : 1;
    }
}

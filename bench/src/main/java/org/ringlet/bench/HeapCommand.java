package org.ringlet.bench;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.ringlet.bench.process.Installation;
import org.ringlet.bench.report.Samples;
import org.ringlet.bench.sessions.Contender;
import org.ringlet.bench.sessions.HeapBenchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "heap", description = "How much heap idle sessions take with each session manager.")
final class HeapCommand implements Callable<Integer> {
    @Option(names = "--rounds", defaultValue = "3", description = "Rounds over all contenders (default: 3).")
    private int rounds;

    @Option(names = "--sessions", defaultValue = "20000", description = "Sessions to make (default: 20000).")
    private int sessions;

    @Mixin
    private final TomcatOptions tomcats = new TomcatOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Installation installation = Installation.own();
        Samples samples = output.samples("heap", Contender.STANDARD.toString(), installation);
        new HeapBenchmark(installation, tomcats.javaOptions()).run(tomcats.contenders(), sessions, rounds, samples);
        output.report("heap", HeapBenchmark.report(samples), installation);
        return 0;
    }
}

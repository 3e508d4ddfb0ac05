package org.ringlet.bench;

import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.ringlet.bench.jmh.CodecBenchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "codec", description = "What it costs to encode and decode a session's attributes.")
final class CodecCommand implements Callable<Integer> {
    @Option(names = "--rounds", defaultValue = "5", description = "Measured iterations in each JVM (default: 5).")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "2", description = "Length of an iteration (default: 2).")
    private int seconds;

    @Option(names = "--forks", defaultValue = "2", description = "JVMs for each benchmark (default: 2).")
    private int forks;

    @Override
    public Integer call() throws RunnerException {
        System.out.println(CodecBenchmark.sizes());
        var options = new OptionsBuilder()
                .include(CodecBenchmark.class.getSimpleName())
                .forks(forks)
                .warmupIterations(rounds)
                .warmupTime(TimeValue.seconds(seconds))
                .measurementIterations(rounds)
                .measurementTime(TimeValue.seconds(seconds))
                .build();
        new Runner(options).run();
        return 0;
    }
}

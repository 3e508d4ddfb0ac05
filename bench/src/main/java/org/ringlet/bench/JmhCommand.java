package org.ringlet.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "jmh", description = "Runs JMH with what follows; -h shows its options, -l the benchmarks.")
final class JmhCommand implements Callable<Integer> {
    @Parameters(paramLabel = "JMH-ARGUMENT")
    private List<String> arguments = List.of();

    @Override
    public Integer call() throws IOException {
        org.openjdk.jmh.Main.main(arguments.toArray(String[]::new));
        return 0;
    }
}

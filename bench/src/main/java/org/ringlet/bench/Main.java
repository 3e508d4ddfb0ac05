package org.ringlet.bench;

import java.io.IOException;
import org.ringlet.bench.routers.EchoMain;
import org.ringlet.bench.routers.UndertowMain;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** The benchmarks' command line. */
@Command(
        name = "bench/run",
        description = "Measures what Ringlet costs.",
        subcommands = {
            SessionsCommand.class,
            HeapCommand.class,
            RouterCommand.class,
            CodecCommand.class,
            EchoMain.class,
            UndertowMain.class
        })
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    private static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.addMixin("help", new HelpOption());
        line.getSubcommands().values().forEach(command -> command.addMixin("help", new HelpOption()));
        CommandLine jmh = new CommandLine(new JmhCommand())
                .setUnmatchedOptionsArePositionalParams(true) // they are JMH's, help included
                .setStopAtPositional(true);
        return line.addSubcommand(jmh).setExecutionExceptionHandler(Main::explain);
    }

    /** What servers and files do to a benchmark is said in a line; all else is a fault of ours, and shown as such. */
    private static int explain(Exception failure, CommandLine command, ParseResult arguments) throws Exception {
        if (failure instanceof IOException || failure instanceof IllegalStateException) {
            System.err.println("bench: " + failure.getMessage());
            return 1;
        }
        throw failure;
    }
}

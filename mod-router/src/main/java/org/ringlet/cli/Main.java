package org.ringlet.cli;

import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ringlet}. */
@Command(
        name = "ringlet",
        description = "Sessions of Apache Tomcat that survive the JVM.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DemoCommand.class, RouterCommand.class, CheckCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:fine", "1:the check or the operation failed", "2:wrong usage"},
        footer = {"", "bin/ringlet passes the options in the environment variable RINGLET_JAVA_OPTS to the JVM."})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class Main implements Runnable {
    private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        if (System.getProperty(LOG_FORMAT) == null) {
            System.setProperty(LOG_FORMAT, "%1$tF %1$tT.%1$tL %4$-7s %5$s%6$s%n");
        }
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(Main::wrongUsage)
                .setExecutionExceptionHandler(Main::failure);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    private static int wrongUsage(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("ringlet: " + e.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static int failure(Exception e, CommandLine command, CommandLine.ParseResult result) throws Exception {
        if (!(e instanceof CommandFailedException)) {
            throw e;
        }
        command.getErr().println("ringlet: " + e.getMessage());
        return command.getCommandSpec().exitCodeOnExecutionException();
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"ringlet " + Optional.ofNullable(version).orElse("(not packaged)")};
        }
    }
}

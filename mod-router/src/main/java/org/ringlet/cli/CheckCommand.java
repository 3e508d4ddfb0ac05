package org.ringlet.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.ClusterFile;
import org.ringlet.cluster.ClusterFileException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ringlet check}. */
@Command(
        name = "check",
        description =
                "Validates a cluster file: prints each fault with its line and column, or what the file declares.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "cluster.xml", description = "The cluster file.")
    private Path file;

    @Override
    public Integer call() {
        try {
            Cluster cluster = ClusterFile.read(file);
            int sruns = cluster.sruns().size();
            spec.commandLine()
                    .getOut()
                    .println(file + ": cluster " + cluster.name() + ", " + sruns + (sruns == 1 ? " srun" : " sruns")
                            + ", fine");
            return ExitCode.OK;
        } catch (ClusterFileException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ExitCode.SOFTWARE;
        }
    }
}

package org.ringlet.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ringlet.cli.demo.Demo;
import org.ringlet.cli.demo.DemoHome;
import org.ringlet.cli.demo.DemoPlan;
import org.ringlet.cli.demo.DemoPorts;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code ringlet demo}: several Tomcats, a shop and the router, until the process is told to end. */
@Command(
        name = "demo",
        description =
                "Starts several Tomcat JVMs with a shop and the router before them, all on 127.0.0.1. Kill a JVM and "
                        + "see that the cart stays. Ctrl-C ends everything.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many Tomcats, 1 to " + DemoPorts.MAX_NODES + " (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "ring",
            converter = StoreName.class,
            description =
                    "Where sessions are kept: ring, each on two of the Tomcats, or file, in a directory that they share "
                            + "(default: ${DEFAULT-VALUE}).")
    private DemoPlan.Store store;

    @Option(
            names = "--port",
            paramLabel = "P",
            defaultValue = "8000",
            description = "The router's port (default: ${DEFAULT-VALUE}). The next one is the admin page's, those "
                    + "after it are the Tomcats'.")
    private int port;

    @Option(
            names = "--dir",
            paramLabel = "DIRECTORY",
            description =
                    "Where the demo lives; it is kept, with its sessions, for the next time (default: a temporary "
                            + "directory, removed at the end).")
    private @Nullable Path directory;

    @Override
    public Integer call() throws Exception {
        DemoPorts ports = ports();
        var plan = new DemoPlan(DemoHome.ofThisJar(), ports, store, Optional.ofNullable(directory));
        Demo demo = Demo.start(plan, spec.commandLine().getOut());
        demo.await();
        return 0;
    }

    private DemoPorts ports() {
        if (nodes < 1 || nodes > DemoPorts.MAX_NODES) {
            throw new ParameterException(
                    spec.commandLine(), "--nodes is " + nodes + ": 1 to " + DemoPorts.MAX_NODES + " are possible");
        }
        var ports = new DemoPorts(port, nodes);
        if (port < 1 || ports.last() > 65_535) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--port is " + port + ": 1 to " + (65_535 - (ports.last() - port)) + " are possible with " + nodes
                            + " Tomcats");
        }
        return ports;
    }

    static final class StoreName implements ITypeConverter<DemoPlan.Store> {
        @Override
        public DemoPlan.Store convert(String name) {
            return Arrays.stream(DemoPlan.Store.values())
                    .filter(store -> store.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + name
                            + "' is no store of this version; there is: " + Arrays.toString(DemoPlan.Store.values())));
        }
    }
}

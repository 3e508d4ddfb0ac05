package org.ringlet.cli;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.ClusterFileException;
import org.ringlet.cluster.ClusterFileWatcher;
import org.ringlet.router.Router;
import org.ringlet.store.ConfigurationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ringlet router}: the router, until the process is told to end. */
@Command(
        name = "router",
        description =
                "Runs the router. It notices when the cluster file changes; SIGTERM ends it when the requests under "
                        + "way are answered.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class RouterCommand implements Callable<Integer> {
    /** How long requests that are under way may take at the end. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    @Spec
    private CommandSpec spec;

    @Option(names = "--cluster", paramLabel = "FILE", required = true, description = "The cluster file.")
    private Path file;

    @Override
    public Integer call() throws InterruptedException {
        ClusterFileWatcher watcher = watch();
        Cluster cluster = watcher.current();
        Router router = start(cluster);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(watcher, router), "ringlet-end"));
        follow(watcher, router, cluster);
        spec.commandLine()
                .getOut()
                .println("ringlet: router of cluster " + cluster.name() + " on port " + router.port());
        new CountDownLatch(1).await();
        return 0;
    }

    private ClusterFileWatcher watch() {
        try {
            return ClusterFileWatcher.watch(file, ClusterFileWatcher.DEFAULT_INTERVAL);
        } catch (ClusterFileException e) {
            throw new CommandFailedException("the router was not started:\n" + e.getMessage(), e);
        }
    }

    private static Router start(Cluster cluster) {
        try {
            return Router.start(cluster);
        } catch (ConfigurationException | UncheckedIOException e) {
            throw new CommandFailedException("the router was not started: " + e.getMessage(), e);
        }
    }

    private static void follow(ClusterFileWatcher watcher, Router router, Cluster started) {
        Cluster now = watcher.listen((before, changed) -> router.reload(changed));
        if (!now.equals(started)) {
            router.reload(now); // it changed while the router was starting
        }
    }

    private static void end(ClusterFileWatcher watcher, Router router) {
        watcher.close();
        router.stop(GRACE);
    }
}

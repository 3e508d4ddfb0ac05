package org.ringlet.bench.routers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ringlet.bench.process.Installation;

/** Ours, as the distribution has it. */
record RingletRouter(Installation installation) implements Router {
    static final String CLUSTER_FILE = "cluster.xml";

    @Override
    public String name() {
        return "ringlet";
    }

    @Override
    public Optional<String> obstacle() {
        return Optional.empty();
    }

    @Override
    public List<String> prepare(Path directory, int port, List<RoutedServer> servers) throws IOException {
        Path clusterFile = Template.write(CLUSTER_FILE, directory, port, servers);
        List<String> command = installation.java(
                "-Xms128m", "-Xmx128m", "-jar", installation.ringletRouter().toString());
        command.addAll(List.of("router", "--cluster", clusterFile.toString()));
        return command;
    }
}

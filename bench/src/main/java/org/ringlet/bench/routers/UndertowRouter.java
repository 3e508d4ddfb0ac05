package org.ringlet.bench.routers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ringlet.bench.process.Installation;

/** Undertow's load-balancing proxy, a router on the JVM as ours is. {@link UndertowMain} is its program. */
record UndertowRouter(Installation installation) implements Router {
    @Override
    public String name() {
        return "undertow";
    }

    @Override
    public Optional<String> obstacle() {
        return Optional.empty();
    }

    @Override
    public List<String> prepare(Path directory, int port, List<RoutedServer> servers) {
        List<String> arguments = new ArrayList<>();
        arguments.add(Integer.toString(port));
        servers.forEach(server -> arguments.add(server.route() + "=" + server.port()));
        return installation.ownServer("undertow", arguments);
    }
}

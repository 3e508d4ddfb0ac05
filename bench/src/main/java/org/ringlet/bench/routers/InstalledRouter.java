package org.ringlet.bench.routers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ringlet.bench.process.Installation;

/**
 * A router that the operating system's packages bring.
 *
 * @param name of the router, and of its program
 * @param configuration the template of its configuration file
 * @param options before the configuration file
 */
record InstalledRouter(String name, String configuration, List<String> options) implements Router {
    static final Router NGINX = new InstalledRouter("nginx", "nginx.conf", List.of("-c"));
    static final Router HAPROXY = new InstalledRouter("haproxy", "haproxy.cfg", List.of("-db", "-f"));

    @Override
    public Optional<String> obstacle() {
        return Installation.program(name).isPresent()
                ? Optional.empty()
                : Optional.of("there is no program of that name (on Debian: apt install " + name + ")");
    }

    @Override
    public List<String> prepare(Path directory, int port, List<RoutedServer> servers) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Installation.program(name).orElseThrow().toString());
        command.addAll(options);
        command.add(Template.write(configuration, directory, port, servers).toString());
        return command;
    }
}

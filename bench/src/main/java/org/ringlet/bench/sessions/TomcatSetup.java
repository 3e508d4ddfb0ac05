package org.ringlet.bench.sessions;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ringlet.bench.process.Installation;
import org.ringlet.bench.process.Ports;
import org.ringlet.bench.process.ServerProcess;

/**
 * How a Tomcat is set up.
 *
 * @param name of the process and of its directory
 * @param contextXml the resource with the {@code context.xml} for all its applications
 * @param jvmRoute {@code ""} for none
 * @param javaOptions for the JVM, which runs in the Tomcat's own directory
 */
public record TomcatSetup(
        String name, int port, String contextXml, boolean withRinglet, String jvmRoute, List<String> javaOptions) {
    public TomcatSetup {
        javaOptions = List.copyOf(javaOptions);
    }

    /** One that is alone. */
    static TomcatSetup of(Contender contender, List<String> javaOptions) throws IOException {
        int port = Ports.free(1).get(0);
        return new TomcatSetup(contender.toString(), port, contender + ".xml", contender.isRinglet(), "", javaOptions);
    }

    /** One of several, whose sessions a router can tell from the others'. */
    public static TomcatSetup srun(String id, int port, Path clusterFile) {
        return new TomcatSetup(id, port, "srun.xml", true, id, List.of("-Dbench.cluster=" + clusterFile));
    }

    public TomcatServer start(Installation installation) throws IOException {
        Path base = installation.workDirectory(name);
        fill(base, installation);
        InetSocketAddress address = Ports.loopback(port);
        return new TomcatServer(ServerProcess.start(name, base, command(base, installation), address), address);
    }

    private void fill(Path base, Installation installation) throws IOException {
        Path conf = Files.createDirectories(base.resolve("conf"));
        copyResource("server.xml", conf.resolve("server.xml"));
        copyResource("logging.properties", conf.resolve("logging.properties"));
        copyResource(contextXml, conf.resolve("context.xml"));
        copyInto(conf, installation.tomcat().resolve("conf/web.xml"));
        Files.createDirectories(base.resolve("temp"));

        Path webInf = Files.createDirectories(base.resolve("webapps/ROOT/WEB-INF"));
        copyResource("web.xml", webInf.resolve("web.xml"));
        copyInto(Files.createDirectories(webInf.resolve("lib")), installation.application());

        Path lib = Files.createDirectories(base.resolve("lib"));
        if (withRinglet) {
            copyInto(lib, installation.ringletForTomcat());
            copyInto(lib, installation.memoryStore());
        }
    }

    private List<String> command(Path base, Installation installation) {
        Path home = installation.tomcat();
        List<String> command = new ArrayList<>(installation.java("-Xms512m", "-Xmx512m"));
        // what catalina.sh opens
        for (String opened : List.of("lang", "lang.reflect", "io", "util", "util.concurrent")) {
            command.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
        }
        command.addAll(List.of(
                "-Dcatalina.home=" + home,
                "-Dcatalina.base=" + base,
                "-Djava.io.tmpdir=" + base.resolve("temp"),
                "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
                "-Djava.util.logging.config.file=" + base.resolve("conf/logging.properties"),
                "-Dbench.port=" + port,
                "-Dbench.route=" + jvmRoute));
        command.addAll(javaOptions);
        command.addAll(List.of(
                "-cp",
                home.resolve("bin/bootstrap.jar") + ":" + home.resolve("bin/tomcat-juli.jar"),
                "org.apache.catalina.startup.Bootstrap",
                "start"));
        return command;
    }

    private static void copyInto(Path directory, Path file) throws IOException {
        Files.copy(file, directory.resolve(file.getFileName().toString()));
    }

    private static void copyResource(String resource, Path to) throws IOException {
        try (InputStream in = TomcatSetup.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new FileNotFoundException(resource);
            }
            Files.copy(in, to);
        }
    }
}

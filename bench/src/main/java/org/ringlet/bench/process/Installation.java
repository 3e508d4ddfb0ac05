package org.ringlet.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the build has put side by side: the benchmarks' jars, an unpacked Tomcat, and the two jars of the distribution.
 *
 * @param directory where {@code ringlet-bench.jar} is
 */
public record Installation(Path directory) {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    /** The one that this code runs from. */
    public static Installation own() {
        try {
            Path jar = Path.of(Installation.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return new Installation(jar.resolveSibling("").toAbsolutePath());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("where is this code?", e);
        }
    }

    public Path tomcat() {
        try (Stream<Path> found = Files.list(present(directory.resolve("tomcat")))) {
            return found.filter(path -> Files.isDirectory(path.resolve("bin")))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no Tomcat in " + directory.resolve("tomcat")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path ringletForTomcat() {
        return present(directory.resolve("ringlet/ringlet-tomcat.jar"));
    }

    public Path ringletRouter() {
        return present(directory.resolve("ringlet/ringlet-router.jar"));
    }

    public Path memoryStore() {
        return present(directory.resolve("ringlet-bench-memory-store.jar"));
    }

    public Path application() {
        return present(directory.resolve("ringlet-bench-app.jar"));
    }

    /** The start of a command that runs a JVM like this one. */
    public List<String> java(String... options) {
        List<String> command = new ArrayList<>();
        command.add(JAVA.toString());
        command.addAll(List.of(options));
        return command;
    }

    /** A command that runs one of this jar's own servers. */
    public List<String> ownServer(String subcommand, List<String> arguments) {
        Path jar = present(directory.resolve("ringlet-bench.jar"));
        List<String> command = java("-Xms128m", "-Xmx128m", "-jar", jar.toString(), subcommand);
        command.addAll(arguments);
        return command;
    }

    /** An empty directory for a server's files. */
    public Path workDirectory(String name) throws IOException {
        Path work = directory.resolve("work").resolve(name);
        if (Files.exists(work)) {
            delete(work);
        }
        return Files.createDirectories(work);
    }

    /** A program on the path. */
    public static Optional<Path> program(String name) {
        // Debian keeps servers where the path of an ordinary user does not lead
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin";
        return Stream.of(path.split(":"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static Path present(Path path) {
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + " is missing: build with mvn -pl bench -am -DskipTests package");
        }
        return path;
    }
}

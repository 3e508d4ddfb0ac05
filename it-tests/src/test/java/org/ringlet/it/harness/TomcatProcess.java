package org.ringlet.it.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One Tomcat with a {@code CATALINA_BASE} of its own, through the lives of its JVMs. */
public final class TomcatProcess implements AutoCloseable {
    private static final String READY = "/ready.txt";

    private final TomcatDistribution distribution;
    private final String srun;
    private final int port;
    private final Path base;
    private ChildProcess process;

    private TomcatProcess(TomcatDistribution distribution, String srun, int port, Path base) {
        this.distribution = distribution;
        this.srun = srun;
        this.port = port;
        this.base = base;
    }

    /** Lays the base, with the test application as its root application and nothing of ours in it. */
    static TomcatProcess lay(TomcatDistribution distribution, String srun, int port, Path base) throws IOException {
        for (String directory : List.of("conf", "lib", "logs", "temp", "work")) {
            Files.createDirectories(base.resolve(directory));
        }
        for (String file : List.of("catalina.properties", "logging.properties", "web.xml", "context.xml")) {
            Files.copy(
                    distribution.home().resolve("conf").resolve(file),
                    base.resolve("conf").resolve(file));
        }
        try (InputStream serverXml = TomcatProcess.class.getResourceAsStream("server.xml")) {
            Files.copy(Objects.requireNonNull(serverXml), base.resolve("conf/server.xml"));
        }
        Path app = base.resolve("webapps/ROOT");
        copyTree(Build.app(), app.resolve("WEB-INF/classes"));
        Files.writeString(app.resolve(READY.substring(1)), "ready");
        return new TomcatProcess(distribution, srun, port, base);
    }

    public String srun() {
        return srun;
    }

    public int port() {
        return port;
    }

    public Path base() {
        return base;
    }

    public ChildProcess process() {
        return process;
    }

    public ReplicaFile replicaFile() {
        return new ReplicaFile(base.resolve("ring/it-" + srun + ".replicas"));
    }

    /** Starts a JVM without waiting for it. */
    public void launch() {
        process = ChildProcess.start(
                "srun " + srun + " on " + distribution,
                base.resolve("logs/console.log"),
                Map.of(
                        "CATALINA_BASE",
                        base.toString(),
                        "CATALINA_OPTS",
                        "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dit.http.port=" + port,
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "RINGLET_SRUN",
                        srun),
                List.of("sh", distribution.home().resolve("bin/catalina.sh").toString(), "run"));
    }

    /** Waits until the test application answers. */
    public void awaitUp() {
        await(srun)
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> isUp() || !process.isAlive());
        if (!isUp()) {
            throw new AssertionError("the test application does not answer: " + process);
        }
    }

    public void start() {
        launch();
        awaitUp();
    }

    /** Asks the JVM to end, as an operator would, and waits for it. */
    public void stop() {
        process.stop();
    }

    /** Takes a class out of the application, as a deploy of another version might. */
    public void forget(String className) throws IOException {
        Files.delete(base.resolve("webapps/ROOT/WEB-INF/classes/" + className.replace('.', '/') + ".class"));
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }

    private boolean isUp() {
        try {
            return new Browser().tryGet(port, READY).isOk();
        } catch (IOException e) {
            return false;
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.createDirectories(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)));
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

package org.ringlet.it.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The router, as {@code java -jar} runs it. */
public final class RouterProcess implements AutoCloseable {
    private final int port;
    private final ChildProcess process;

    private RouterProcess(int port, ChildProcess process) {
        this.port = port;
        this.process = process;
    }

    static RouterProcess start(Path clusterFile, int port, Path log) {
        ChildProcess process = ChildProcess.start(
                "router",
                log,
                Map.of(),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-jar",
                        Build.ringlet().resolve("lib/ringlet-router.jar").toString(),
                        "router",
                        "--cluster",
                        clusterFile.toString()));
        var router = new RouterProcess(port, process);
        await("router")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> router.isUp() || !process.isAlive());
        if (!router.isUp()) {
            throw new AssertionError("the router does not route: " + process);
        }
        return router;
    }

    public int port() {
        return port;
    }

    public ChildProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }

    private boolean isUp() {
        try {
            return new Browser().tryGet(port, "/ready.txt").isOk();
        } catch (IOException e) {
            return false;
        }
    }
}

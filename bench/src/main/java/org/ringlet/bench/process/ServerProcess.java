package org.ringlet.bench.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server in a process of its own. It ends when it is closed, and at the latest with this JVM. */
public final class ServerProcess implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final Duration END_PATIENCE = Duration.ofSeconds(10);
    private static final Set<ServerProcess> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        var end = new Thread(() -> RUNNING.forEach(ServerProcess::close), "end-servers");
        Runtime.getRuntime().addShutdownHook(end);
    }

    private final String name;
    private final Process process;
    private final Path log;
    private int linesOfStart;

    private ServerProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a server and waits until it takes connections.
     *
     * @param directory where it runs and where its output goes, to {@code console.log}
     */
    public static ServerProcess start(String name, Path directory, List<String> command, InetSocketAddress address)
            throws IOException {
        Path log = directory.resolve("console.log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        var server = new ServerProcess(name, process, log);
        RUNNING.add(server);
        try {
            server.await(address);
            server.linesOfStart = Files.readAllLines(log).size();
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    public String name() {
        return name;
    }

    /** User and system time of the process and those it has forked, so far. */
    public Duration cpu() {
        return processes()
                .map(handle -> handle.info().totalCpuDuration())
                .map(time -> time.orElseThrow(() -> new IllegalStateException(name + " has ended; see " + log)))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** What it has logged since it was up that is a warning or worse, as Java's logging words it: the first line. */
    public Optional<String> complaint() throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.skip(linesOfStart)
                    .filter(line -> line.contains(" WARNING ") || line.contains(" SEVERE "))
                    .findFirst();
        }
    }

    @Override
    public void close() {
        if (!RUNNING.remove(this)) {
            return;
        }
        List<ProcessHandle> all = processes().toList();
        process.destroy();
        if (!hasEndedIn(END_PATIENCE)) {
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private Stream<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    private boolean hasEndedIn(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void await(InetSocketAddress address) throws IOException {
        long end = System.nanoTime() + START_PATIENCE.toNanos();
        while (!Ports.isListening(address)) {
            if (hasEndedIn(Duration.ofMillis(50))) {
                throw new IOException(name + " did not start, exit code " + process.exitValue() + ":\n" + lastOutput());
            }
            if (System.nanoTime() - end > 0) {
                throw new IOException(name + " did not listen on " + address + " within " + START_PATIENCE.toSeconds()
                        + " s:\n" + lastOutput());
            }
        }
    }

    private String lastOutput() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }
}

package org.ringlet.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A process that writes its output to a file, and that does not outlive this JVM. */
public final class ChildProcess implements AutoCloseable {
    private static final int SECONDS_TO_STOP = 20;
    private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALIVE.forEach(Process::destroyForcibly)));
    }

    private final String name;
    private final Path log;
    private final Process process;

    private ChildProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    public static ChildProcess start(String name, Path log, Map<String, String> environment, List<String> command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            Process process = builder.start();
            ALIVE.add(process);
            return new ChildProcess(name, log, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What it has written so far. */
    public String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code kill -9}. */
    public void kill9() {
        process.destroyForcibly();
        awaitEnd();
    }

    public void freeze() {
        signal("STOP");
    }

    public void resume() {
        signal("CONT");
    }

    /** As {@code kill -TERM}; returns its exit code. */
    public int stop() {
        process.destroy();
        return awaitEnd();
    }

    /** Waits until it ends by itself; returns its exit code. */
    public int awaitEnd() {
        try {
            if (!process.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(
                        name + " did not end within " + SECONDS_TO_STOP + " s and was killed; " + tail(output()));
            }
            ALIVE.remove(process);
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            // a frozen process would take the signal only when it goes on
            resume();
            stop();
        }
    }

    @Override
    public String toString() {
        return name + (isAlive() ? " (pid " + pid() + ")" : " (ended)") + ", last words:\n" + tail(output());
    }

    private void signal(String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static String tail(String text) {
        int lines = 40;
        int at = text.length();
        for (int i = 0; i <= lines && at >= 0; i++) {
            at = text.lastIndexOf('\n', at - 1);
        }
        return text.substring(at + 1);
    }
}

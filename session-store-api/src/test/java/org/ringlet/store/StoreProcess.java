package org.ringlet.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ringlet.session.SessionId;

/**
 * Another JVM, which saves to a store that it opens itself: one attribute, named as it is, counted up by one at each
 * save. It says what has been acknowledged, a line each time, and ends when its input does, so it never outlives the
 * test.
 */
final class StoreProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BufferedReader output;

    private StoreProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts a JVM that saves to the sessions in turn as soon as it has opened its store, {@code saves} times. */
    static StoreProcess start(
            String provider, StoreSettings settings, String attribute, List<SessionId> sessions, int saves)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StoreProcess.class.getName(),
                provider,
                settings.base().toString(),
                attribute,
                String.valueOf(saves)));
        settings.options().forEach((name, value) -> command.add(name + "=" + value));
        command.add("--");
        sessions.forEach(id -> command.add(id.value()));
        return new StoreProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** The next number that was acknowledged; -1 if the process has come to its end. */
    int acknowledged() throws IOException {
        String line = output.readLine();
        return line == null ? -1 : Integer.parseInt(line);
    }

    /** Kills the process, and returns the last number that it said was acknowledged. */
    int kill(int last) throws IOException, InterruptedException {
        // not destroyForcibly() of the process itself, which closes what it has said and nobody has read
        process.toHandle().destroyForcibly();
        int acknowledged = last;
        for (int next = acknowledged(); next > 0; next = acknowledged()) {
            acknowledged = next;
        }
        awaitEnd();
        return acknowledged;
    }

    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("process " + process.pid() + " did not end in " + PATIENCE_SECONDS + " s");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws IOException {
        List<String> words = List.of(args);
        int separator = words.indexOf("--");
        Map<String, String> options = new HashMap<>();
        for (String option : words.subList(4, separator)) {
            int equals = option.indexOf('=');
            options.put(option.substring(0, equals), option.substring(equals + 1));
        }
        endWithInput();
        try (SessionStore store =
                StoreFixture.provider(args[0]).open(StoreFixture.settings(1, Path.of(args[1]), options))) {
            save(store, args[2], words.subList(separator + 1, words.size()), Integer.parseInt(args[3]));
        }
    }

    private static void save(SessionStore store, String attribute, List<String> sessions, int saves) {
        List<SessionCopy> copies = sessions.stream()
                .map(id -> SessionCopy.loaded(store, StoreFixture.SHOP.key(new SessionId(id))))
                .toList();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (int i = 1; i <= saves; i++) {
            copies.get(i % copies.size()).with(attribute, String.valueOf(i)).save();
            out.println(i);
        }
    }

    private static void endWithInput() {
        Thread watcher = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // what is said doesn't matter
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } finally {
                        Runtime.getRuntime().halt(1);
                    }
                },
                "end-with-input");
        watcher.setDaemon(true);
        watcher.start();
    }
}

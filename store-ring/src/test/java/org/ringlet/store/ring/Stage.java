package org.ringlet.store.ring;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ringlet.cluster.RingSettings;
import org.ringlet.session.HybridClock;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.Writer;
import org.ringlet.store.StoreFixture;

/** What a scenario is played on: the sruns with their clocks and files, and the sessions by their names. */
final class Stage {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern SETTING = Pattern.compile("([1-8]) sruns(?:, min-acks ([12]))?");
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;

    private final Simulation simulation;
    private final long seed;
    private final Map<String, SessionKey> sessions = new HashMap<>();
    private final Map<Integer, Duration> skews = new HashMap<>();
    private final Map<Integer, HybridClock> clocks = new HashMap<>();
    private final Map<Integer, StoppedSrun> stopped = new HashMap<>();
    private long starts;

    private record StoppedSrun(long at, Map<SessionKey, State> states) {}

    /** @param setting {@code 3 sruns} or {@code 3 sruns, min-acks 2} */
    static Stage of(String setting, long seed) {
        Matcher words = SETTING.matcher(setting);
        if (!words.matches()) {
            throw new IllegalArgumentException("a scenario begins with how many sruns there are");
        }
        int minAcks = words.group(2) == null ? 1 : Integer.parseInt(words.group(2));
        return new Stage(seed, Integer.parseInt(words.group(1)), Settings.withMinAcks(minAcks));
    }

    private Stage(long seed, int sruns, RingSettings settings) {
        this.seed = seed;
        this.simulation = new Simulation(seed, sruns, settings);
        for (int srun = 0; srun < sruns; srun++) {
            wind(srun);
        }
    }

    Simulation simulation() {
        return simulation;
    }

    // sessions

    void declare(String name, int owner, int backup) {
        String random = (name + "-of-seed-" + seed + "-abcdefghijklm").substring(0, 22);
        sessions.put(name, StoreFixture.SHOP.key(SessionId.of(owner, backup, random)));
    }

    SessionKey session(String name) {
        SessionKey key = sessions.get(name);
        if (key == null) {
            throw new IllegalArgumentException("no session " + name);
        }
        return key;
    }

    /** Who of those that run has a copy of a session. */
    List<Integer> copies(String session) {
        SessionKey key = session(session);
        return simulation.running().stream()
                .filter(srun -> simulation.node(srun).replicas().get(key) instanceof Replica.Alive)
                .toList();
    }

    // clocks

    void setClock(int srun, Duration ahead) {
        skews.put(srun, ahead);
    }

    private void wind(int srun) {
        Writer writer = new Writer(srun, ++starts);
        clocks.put(
                srun,
                new HybridClock(
                        writer,
                        () -> EPOCH_MILLIS
                                + skews.getOrDefault(srun, Duration.ZERO).toMillis()
                                + simulation.nanoTime() / 1_000_000));
    }

    HybridClock clock(int srun) {
        return clocks.get(srun);
    }

    // sruns

    /** Ends an srun whose file has all. */
    void stop(int srun) {
        stopped.put(srun, new StoppedSrun(simulation.nanoTime(), simulation.states(srun)));
        simulation.kill(srun);
    }

    void start(int srun) {
        wind(srun);
        simulation.start(srun);
    }

    void startWithFile(int srun) {
        StoppedSrun before = stopped.get(srun);
        if (before == null) {
            throw new IllegalArgumentException("it was never stopped, so it has no file");
        }
        Duration since = Duration.ofNanos(simulation.nanoTime() - before.at());
        Map<SessionKey, State> file = new HashMap<>(before.states());
        file.replaceAll((key, state) -> aged(state, since));
        wind(srun);
        simulation.start(srun, file);
    }

    private static State aged(State state, Duration by) {
        return state instanceof State.Alive alive
                ? new State.Alive(alive.record(), alive.idle().plus(by))
                : state;
    }

    /** Waits until all that run see and trust each other, and have what they are to have. */
    void waitUntilQuiet() {
        if (!simulation.runUntil(this::isQuiet, PATIENCE)) {
            throw new AssertionError("not quiet within " + PATIENCE.toSeconds() + " s");
        }
    }

    private boolean isQuiet() {
        List<Integer> running = simulation.running();
        return running.stream()
                .map(simulation::node)
                .allMatch(node -> node.membership().view().size() == running.size()
                        && node.membership().trust().isValid(simulation.nanoTime())
                        && node.repair().isComplete());
    }

    <T> T await(CompletableFuture<T> answer) {
        return await(answer, PATIENCE);
    }

    <T> T await(CompletableFuture<T> answer, Duration limit) {
        if (!simulation.runUntil(answer::isDone, limit)) {
            throw new AssertionError("no answer within " + limit.toMillis() + " ms");
        }
        return answer.join();
    }

    void awaitAll(List<CompletableFuture<String>> answers) {
        answers.forEach(this::await);
    }
}

package org.ringlet.store.ring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.ringlet.cluster.Ring;
import org.ringlet.cluster.RingSettings;
import org.ringlet.cluster.Srun;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionKey;

/**
 * Sruns of a ring in one thread, with a clock that jumps from one event to the next, and a network that delays, loses
 * connections, is cut, and whose sruns are paused, killed and started again. The same seed gives the same run.
 */
final class Simulation {
    private static final Duration LONGEST_DELAY = Duration.ofMillis(20);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration RECONNECT = Duration.ofMillis(200);

    private final Random random;
    private final RingSettings settings;
    private final Ring ring;
    private Ring declared;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<Integer, SimulatedSrun> sruns = new TreeMap<>();
    private final Map<Pair, Connection> connections = new HashMap<>();
    private final BitSet cuts = new BitSet();
    private final UnaryOperator<Message> onTheWay;
    private long now = 1_000_000_000L;
    private long order;

    private record Event(long at, long order, Runnable work) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private record Pair(int low, int high) {
        static Pair of(int a, int b) {
            return new Pair(Math.min(a, b), Math.max(a, b));
        }
    }

    /** One connection's life: what is under way in it arrives in order, or is lost with it. */
    private static final class Connection {
        final Map<Integer, Long> lastArrival = new HashMap<>();
        boolean open = true;
    }

    Simulation(long seed, int sruns, RingSettings settings) {
        this(seed, sruns, settings, UnaryOperator.identity());
    }

    /** @param onTheWay what becomes of messages, for rules that are broken on purpose */
    Simulation(long seed, int sruns, RingSettings settings, UnaryOperator<Message> onTheWay) {
        this.onTheWay = onTheWay;
        this.random = new Random(seed);
        this.settings = settings;
        this.ring = ring(IntStream.range(0, sruns).boxed().toList());
        this.declared = ring;
        for (int i = 0; i < sruns; i++) {
            start(i);
        }
    }

    private static Ring ring(List<Integer> sruns) {
        return Ring.of(sruns.stream().map(Simulation::srun).toList());
    }

    static Srun srun(int index) {
        return new Srun(
                index,
                "s" + index,
                "127.0.0.1",
                8080 + index,
                OptionalInt.of(6800 + index),
                100,
                Optional.empty(),
                Optional.empty(),
                false);
    }

    Random random() {
        return random;
    }

    long nanoTime() {
        return now;
    }

    RingNode node(int srun) {
        return sruns.get(srun).node;
    }

    boolean isRunning(int srun) {
        return sruns.containsKey(srun) && !sruns.get(srun).paused;
    }

    List<Integer> running() {
        return sruns.keySet().stream().filter(this::isRunning).toList();
    }

    int size() {
        return ring.sruns().size();
    }

    /** Writes a new cluster file, of which each srun takes notice in its own time. */
    void declare(List<Integer> sruns, Duration longestDelay) {
        Ring now = ring(sruns);
        declared = now;
        this.sruns
                .values()
                .forEach(srun -> at(
                        Duration.ofNanos((long) (random.nextDouble() * longestDelay.toNanos())),
                        () -> srun.run(() -> srun.node.declared(now))));
    }

    boolean isDeclared(int srun) {
        return declared.srun(srun) != null;
    }

    List<Integer> declared() {
        return declared.sruns().stream().map(Srun::index).toList();
    }

    // time

    void at(Duration delay, Runnable work) {
        events.add(new Event(now + delay.toNanos(), order++, work));
    }

    void run(Duration time) {
        long end = now + time.toNanos();
        while (!events.isEmpty() && events.peek().at() <= end) {
            step();
        }
        now = end;
    }

    private void step() {
        Event event = events.remove();
        now = Math.max(now, event.at());
        event.work().run();
    }

    /** Runs until a condition holds; false if it does not within the time. */
    boolean runUntil(BooleanSupplier condition, Duration limit) {
        long end = now + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (events.isEmpty() || events.peek().at() > end) {
                now = end;
                return condition.getAsBoolean();
            }
            step();
        }
        return true;
    }

    // faults

    void start(int srun) {
        start(srun, Map.of());
    }

    /** @param file the replicas that it finds in its file, as old as they are by now */
    void start(int srun, Map<SessionKey, State> file) {
        SimulatedSrun started = new SimulatedSrun(srun);
        sruns.put(srun, started);
        file.forEach(started.node.replicas()::absorb);
        started.node.start();
        for (int other = 0; other < ring.sruns().size(); other++) {
            if (other != srun) {
                connect(started, other);
            }
        }
    }

    /** As with {@code kill -9}: its connections are closed by its operating system. */
    void kill(int srun) {
        sruns.remove(srun).node.stop();
        for (int other = 0; other < ring.sruns().size(); other++) {
            if (other != srun) {
                close(srun, other);
            }
        }
    }

    /** What an srun's file would have. */
    Map<SessionKey, State> states(int srun) {
        Replicas replicas = node(srun).replicas();
        Map<SessionKey, State> states = new HashMap<>();
        replicas.forEach((key, replica) -> states.put(key, replicas.state(key, Revision.NONE)));
        return states;
    }

    void pause(int srun) {
        sruns.get(srun).paused = true;
    }

    void resume(int srun) {
        SimulatedSrun paused = sruns.get(srun);
        paused.paused = false;
        List<Runnable> late = List.copyOf(paused.late);
        paused.late.clear();
        // in the order in which they came
        late.forEach(work -> at(Duration.ZERO, () -> paused.run(work)));
    }

    boolean isPaused(int srun) {
        return sruns.containsKey(srun) && sruns.get(srun).paused;
    }

    /** Nothing passes between two sruns any more, and nobody is told. */
    void cut(int a, int b) {
        cuts.set(bit(a, b));
    }

    void heal(int a, int b) {
        if (cuts.get(bit(a, b))) {
            cuts.clear(bit(a, b));
            // what was lost on the way has broken the connection
            close(a, b);
        }
    }

    boolean isCut(int a, int b) {
        return cuts.get(bit(a, b));
    }

    boolean hasCuts() {
        return !cuts.isEmpty();
    }

    private static int bit(int a, int b) {
        return Math.min(a, b) * 4096 + Math.max(a, b);
    }

    // connections

    private void close(int a, int b) {
        Connection connection = connections.remove(Pair.of(a, b));
        if (connection != null) {
            connection.open = false;
            noteLoss(a, b);
            noteLoss(b, a);
        }
    }

    private void noteLoss(int srun, int other) {
        SimulatedSrun here = sruns.get(srun);
        if (here != null) {
            at(
                    delay(),
                    () -> here.run(() -> {
                        if (!isConnected(srun, other)) {
                            here.node.connecting(other);
                            connect(here, other);
                        }
                    }));
        }
    }

    private boolean isConnected(int a, int b) {
        return connections.containsKey(Pair.of(a, b));
    }

    private void connect(SimulatedSrun from, int to) {
        if (from.isDead() || isConnected(from.index, to)) {
            return;
        }
        if (isCut(from.index, to) || isPaused(to) || from.paused) {
            at(CONNECT_TIMEOUT, () -> failed(from, to, false));
        } else if (!sruns.containsKey(to)) {
            at(delay(), () -> failed(from, to, true));
        } else {
            SimulatedSrun other = sruns.get(to);
            Connection made = new Connection();
            connections.put(Pair.of(from.index, to), made);
            at(delay(), () -> from.run(() -> noteConnected(from, to, made)));
            at(delay(), () -> other.run(() -> noteConnected(other, from.index, made)));
        }
    }

    private static void noteConnected(SimulatedSrun here, int other, Connection made) {
        if (made.open) {
            here.node.connected(other);
        }
    }

    private void failed(SimulatedSrun from, int to, boolean refused) {
        from.run(() -> {
            if (from.isDead() || isConnected(from.index, to)) {
                return;
            }
            boolean isGone = refused && !sruns.containsKey(to);
            from.node.down(to, isGone);
            at(RECONNECT, () -> connect(from, to));
        });
    }

    private Duration delay() {
        return Duration.ofNanos((long) (random.nextDouble() * random.nextDouble() * LONGEST_DELAY.toNanos()));
    }

    private void send(SimulatedSrun from, int to, Message message) {
        Connection connection = connections.get(Pair.of(from.index, to));
        if (from.isDead() || connection == null || isCut(from.index, to)) {
            return;
        }
        long arrival = Math.max(now + delay().toNanos(), connection.lastArrival.getOrDefault(to, 0L));
        connection.lastArrival.put(to, arrival);
        SimulatedSrun receiver = sruns.get(to);
        events.add(new Event(
                arrival,
                order++,
                () -> receiver.run(() -> {
                    if (connection.open && !isCut(from.index, to)) {
                        receiver.node.received(from.index, onTheWay.apply(message));
                    }
                })));
    }

    /** An srun with its loop; what is to run while it is paused runs when it is resumed. */
    private final class SimulatedSrun implements Loop, Network {
        final int index;
        final RingNode node;
        final List<Runnable> late = new ArrayList<>();
        boolean paused;

        SimulatedSrun(int index) {
            this.index = index;
            this.node = new RingNode(
                    new RingNode.Identity(index, declared, settings, Duration.ofHours(2)), this, this, Backing.NONE);
        }

        boolean isDead() {
            return sruns.get(index) != this;
        }

        void run(Runnable work) {
            if (isDead()) {
                return;
            }
            if (paused) {
                late.add(work);
            } else {
                work.run();
            }
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void execute(Runnable work) {
            at(Duration.ZERO, () -> run(work));
        }

        @Override
        public void after(Duration delay, Runnable work) {
            at(delay, () -> run(work));
        }

        @Override
        public void send(int srun, Message message) {
            Simulation.this.send(this, srun, message);
        }
    }
}

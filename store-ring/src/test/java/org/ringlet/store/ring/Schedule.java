package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.ringlet.cluster.RingSettings;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.HybridClock;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;

/**
 * One random schedule: users that read and write a few sessions through whichever srun, while sruns are paused, killed,
 * started again and cut off. Each write adds an entry of its own, so a read shows exactly which writes it has seen.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what callbacks find is kept
final class Schedule {
    private static final Application APPLICATION = new Application("test", "localhost", "/shop", "");
    private static final int SESSIONS = 4;
    private static final int STEPS = 60;

    private final Random random;
    private final Simulation simulation;
    private final int size;
    private final boolean withCuts;
    private final boolean withChangesOfTheFile;
    private final List<User> users = new ArrayList<>();
    private final StringBuilder trace = new StringBuilder();
    private final Map<Integer, HybridClock> clocks = new HashMap<>();
    private AssertionError broken;
    private int writes;
    private long reads;

    /** A session, and what has been promised about it. */
    private static final class User {
        final SessionKey key;
        final Set<String> acknowledged = new HashSet<>();
        boolean endAsked;
        boolean ended;

        User(SessionKey key) {
            this.key = key;
        }
    }

    Schedule(long seed) {
        this(seed, UnaryOperator.identity());
    }

    /** @param onTheWay what becomes of messages */
    Schedule(long seed, UnaryOperator<Message> onTheWay) {
        random = new Random(seed);
        size = 2 + random.nextInt(6);
        withCuts = random.nextInt(3) == 0;
        withChangesOfTheFile = size > 2 && random.nextInt(3) == 0;
        simulation = new Simulation(random.nextLong(), size, RingSettings.DEFAULT, onTheWay);
        for (int i = 0; i < size; i++) {
            long skew = (random.nextInt(7201) - 3600) * 1000L;
            clocks.put(
                    i,
                    new HybridClock(
                            new Writer(i, seed), () -> 1_700_000_000_000L + skew + simulation.nanoTime() / 1_000_000));
        }
    }

    /** Runs it, and returns how many reads were checked. */
    long run() {
        run(Duration.ofSeconds(3));
        for (int i = 0; i < SESSIONS; i++) {
            int owner = random.nextInt(size);
            int backup = size == 1 ? owner : (owner + 1 + random.nextInt(size - 1)) % size;
            users.add(new User(APPLICATION.key(SessionId.generate(owner, backup, random))));
        }
        users.forEach(user -> write(user, user.key.id().owner(), true));
        run(Duration.ofSeconds(1));
        for (int step = 0; step < STEPS; step++) {
            act();
            run(Duration.ofMillis(random.nextInt(200)));
        }
        endFaults();
        assertThat(simulation.runUntil(this::isQuiet, Duration.ofSeconds(90)))
                .as(() -> "everything is repaired in the end; " + trace)
                .isTrue();
        run(Duration.ofSeconds(15));
        users.forEach(this::check);
        return reads;
    }

    /** Runs it, and returns what happened. */
    String trace() {
        run();
        return trace.toString();
    }

    private void note(String what) {
        trace.append(simulation.nanoTime() / 1_000_000).append(' ').append(what).append('\n');
    }

    private void act() {
        User user = users.get(random.nextInt(users.size()));
        int choice = random.nextInt(100);
        if (choice < 40) {
            write(user, anySrun(user), false);
        } else if (choice < 80) {
            read(user, anySrun(user));
        } else if (choice < 83) {
            end(user, anySrun(user));
        } else {
            fault(choice);
        }
    }

    /** Mostly one of its holders, as a router would. */
    private int anySrun(User user) {
        List<Integer> running = simulation.running();
        if (running.isEmpty()) {
            return -1;
        }
        int owner = user.key.id().owner();
        return random.nextBoolean() && running.contains(owner) ? owner : running.get(random.nextInt(running.size()));
    }

    // users

    private void write(User user, int srun, boolean first) {
        if (srun < 0) {
            return;
        }
        String name = "w" + writes++;
        boolean wasEnded = user.ended;
        RingNode node = simulation.node(srun);
        Entry entry = new Entry.Value(clocks.get(srun).next(), Bytes.wrap(name.getBytes(StandardCharsets.US_ASCII)));
        Map<String, Entry> entries = Map.of(name, entry);
        CompletableFuture<SaveOutcome> saved = first
                ? node.sessions().create(user.key, new SessionRecord(entries, Instant.EPOCH, Stamp.ZERO))
                : node.sessions().save(user.key, new SessionDelta(1, entries, Instant.EPOCH));
        note("write " + name + " of " + user.key.id() + " at " + srun);
        whenDone(saved, outcome -> {
            if (outcome instanceof SaveOutcome.Ended) {
                note("ended: " + name);
                // a side of a partition that never had the session can't know better
                assertThat(user.endAsked || withCuts)
                        .as(() -> name + " is refused as ended; " + trace)
                        .isTrue();
            } else {
                note("acknowledged " + name);
                assertThat(wasEnded && !withCuts)
                        .as(() -> name + " is stored after the end; " + trace)
                        .isFalse();
                user.acknowledged.add(name);
            }
        });
    }

    private void read(User user, int srun) {
        if (srun < 0) {
            return;
        }
        Set<String> mustSee = Set.copyOf(user.acknowledged);
        boolean mustBeGone = user.ended;
        RingNode node = simulation.node(srun);
        LoadOutcome trusted = node.sessions().loadTrusted(user.key, Revision.NONE);
        note("read " + user.key.id() + " at " + srun + (trusted == null ? "" : " trusted"));
        CompletableFuture<LoadOutcome> loaded = trusted == null
                ? node.sessions().load(user.key, Revision.NONE)
                : CompletableFuture.completedFuture(trusted);
        whenDone(loaded, outcome -> {
            if (!withCuts) {
                checkRead(user, outcome, mustSee, mustBeGone, srun);
            }
        });
    }

    private void checkRead(User user, LoadOutcome outcome, Set<String> mustSee, boolean mustBeGone, int srun) {
        reads++;
        String what = user.key.id() + " read at " + srun + " gives ";
        if (outcome instanceof LoadOutcome.Changed changed) {
            assertThat(mustBeGone).as(() -> what + "an ended session; " + trace).isFalse();
            assertThat(changed.record().entries().keySet())
                    .as(() -> what + "too little; " + trace)
                    .containsAll(mustSee);
        } else {
            assertThat(user.endAsked || mustSee.isEmpty())
                    .as(() -> what + outcome + "; " + trace)
                    .isTrue();
        }
    }

    private void end(User user, int srun) {
        if (srun < 0) {
            return;
        }
        user.endAsked = true;
        note("end " + user.key.id() + " at " + srun);
        whenDone(simulation.node(srun).sessions().end(user.key, random.nextLong()), first -> {
            if (first) {
                note("ended " + user.key.id());
                user.ended = true;
            }
        });
    }

    /** Does something with a result, if there is one. A future would swallow what that throws. */
    private <T> void whenDone(CompletableFuture<T> future, Consumer<T> then) {
        future.whenComplete((result, failure) -> {
            if (failure == null && broken == null) {
                try {
                    then.accept(result);
                } catch (AssertionError e) {
                    broken = e;
                }
            }
        });
    }

    private void run(Duration time) {
        simulation.run(time);
        if (broken != null) {
            throw broken;
        }
    }

    // faults: of those that lose memory one at a time, with time for repair

    private void fault(int choice) {
        int srun = random.nextInt(size);
        if (withChangesOfTheFile && random.nextInt(3) == 0) {
            addOrRemove(srun);
        } else if (choice < 88) {
            killAndRestart(srun);
        } else if (choice < 94) {
            pauseOrResume(srun);
        } else {
            cutOrHeal(srun, random.nextInt(size));
        }
    }

    private void killAndRestart(int srun) {
        boolean isAllWell = simulation.running().size() == size && isQuiet() && !simulation.hasCuts();
        if (isAllWell && size > 1 && simulation.isDeclared(srun)) {
            note("kill " + srun);
            simulation.kill(srun);
            simulation.at(Duration.ofMillis(random.nextInt(20_000)), () -> {
                note("start " + srun);
                simulation.start(srun);
            });
        }
    }

    /** The moments after an srun is back are those in which it might believe its old copies. */
    private void lookSoon(int srun) {
        for (User user : users) {
            simulation.at(Duration.ofMillis(random.nextInt(100)), () -> {
                if (simulation.isRunning(srun)) {
                    read(user, srun);
                }
            });
        }
    }

    private void addOrRemove(int srun) {
        List<Integer> declared = new ArrayList<>(simulation.declared());
        boolean wasThere = declared.remove((Integer) srun);
        if (!wasThere) {
            declared.add(srun);
        }
        if (declared.size() > 1 && isQuiet()) {
            note("declare " + declared);
            simulation.declare(declared, Duration.ofSeconds(3));
        }
    }

    private void pauseOrResume(int srun) {
        if (simulation.isPaused(srun)) {
            note("resume " + srun);
            simulation.resume(srun);
            lookSoon(srun);
        } else if (simulation.isRunning(srun) && (withCuts || isQuiet())) {
            note("pause " + srun);
            simulation.pause(srun);
        }
    }

    private void cutOrHeal(int a, int b) {
        if (!withCuts || a == b) {
            return;
        }
        if (simulation.isCut(a, b)) {
            note("heal " + a + " " + b);
            simulation.heal(a, b);
        } else {
            note("cut " + a + " " + b);
            simulation.cut(a, b);
        }
    }

    private void endFaults() {
        note("faults end");
        for (int a = 0; a < size; a++) {
            if (simulation.isPaused(a)) {
                simulation.resume(a);
            }
            for (int b = 0; b < a; b++) {
                simulation.heal(a, b);
            }
        }
        run(Duration.ofSeconds(21));
    }

    private boolean isQuiet() {
        return simulation.running().size() == size
                && simulation.running().stream().allMatch(srun -> {
                    RingNode node = simulation.node(srun);
                    boolean isTrusted = node.membership().trust().isValid(simulation.nanoTime());
                    boolean mayBeTrusted = simulation.isDeclared(srun);
                    return node.membership().isDeclared() == mayBeTrusted
                            && node.membership().view().size()
                                    == simulation.declared().size()
                            && (isTrusted || !mayBeTrusted)
                            && (mayBeTrusted || users.stream().noneMatch(user -> isAliveAt(srun, user)))
                            && node.repair().isComplete();
                });
    }

    private boolean isAliveAt(int srun, User user) {
        return simulation.node(srun).replicas().peek(user.key) instanceof Replica.Live;
    }

    // the end

    private void check(User user) {
        List<SessionRecord> copies = new ArrayList<>();
        int tombstones = 0;
        for (int srun : simulation.running()) {
            Replica replica = simulation.node(srun).replicas().get(user.key);
            if (replica instanceof Replica.Alive alive) {
                copies.add(alive.record());
            } else if (replica instanceof Replica.Ended) {
                tombstones++;
            }
        }
        if (user.ended) {
            assertThat(copies).as(() -> user.key.id() + " lives; " + trace).isEmpty();
        } else if (tombstones == 0) {
            assertThat(copies)
                    .as(() -> "copies of " + user.key.id() + "; " + trace)
                    .hasSize(2);
            assertThat(copies.get(0))
                    .as(() -> "copies of " + user.key.id() + "; " + trace)
                    .isEqualTo(copies.get(1));
            assertThat(copies.get(0).entries().keySet())
                    .as(() -> "what " + user.key.id() + " has in the end; " + trace)
                    .containsAll(user.acknowledged);
        } else {
            assertThat(user.endAsked)
                    .as(() -> user.key.id() + " has ended; " + trace)
                    .isTrue();
        }
    }
}

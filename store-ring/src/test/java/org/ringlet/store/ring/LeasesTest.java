package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ringlet.cluster.RingSettings;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.SaveOutcome;
import org.ringlet.store.StoreFixture;

/**
 * What an srun may answer from its own copies, and what it must wait for so that others may: with a lease of 1.5 s and an
 * ack-timeout of 2 s. The words of the scripts are those of {@link LoneSrun}.
 */
class LeasesTest {
    private static final String ALL_UP = "b:up c:up ";
    private static final RingSettings WITHOUT_HEARTBEATS = Settings.withHeartbeat(Duration.ofHours(1));
    private static final SessionKey KEY = StoreFixture.SHOP.key(SessionId.of(0, 1, "abcdefghijklmnopqrstuv"));

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # everybody has to grant it
            ''                                                      | asks
            b:up c:up                                               | asks
            b:up c:up b:grants                                      | asks
            b:up c:up b:grants c:grants                             | trusts its copies
            b:up c:up b:grants c:denies                             | asks
            b:up c:up b:grants c:grants b:denies                    | asks
            b:up b:grants                                           | asks
            b:up c:refused b:grants                                 | trusts its copies
            # from when it was asked for
            b:up c:up b:grants c:grants 1499ms                      | trusts its copies
            b:up c:up b:grants c:grants 1500ms                      | asks
            b:up c:up 400ms b:grants c:grants 1099ms                | trusts its copies
            b:up c:up 400ms b:grants c:grants 1100ms                | asks
            b:up c:up b:grants 400ms c:grants 1099ms                | trusts its copies
            b:up c:up b:grants 400ms c:grants 1100ms                | asks
            b:up c:up b:grants c:grants 600ms b:grants c:grants 1300ms | trusts its copies
            b:up c:up b:grants c:grants 600ms b:grants 1300ms       | asks
            # who was stopped looks around first
            b:up c:up b:grants c:grants stall:1499ms                | trusts its copies
            b:up c:up b:grants c:grants stall:1500ms                | asks
            b:up c:up b:grants c:grants stall:60000ms               | asks
            b:up c:up b:grants c:grants stall:60000ms 0ms           | asks
            b:up c:up stall:60000ms b:grants c:grants               | asks
            b:up c:up stall:60000ms 0ms b:grants c:grants           | trusts its copies
            # in the view in which it was granted
            b:up b:grants c:up                                      | asks
            b:up c:up b:grants c:grants c:lost                      | asks
            b:up c:up b:grants c:grants c:lost c:refused            | asks
            b:up c:up b:grants c:grants c:lost c:refused b:grants   | trusts its copies
            b:up c:up b:grants c:grants b:lost b:up                 | asks
            b:up c:up b:grants c:grants b:lost b:up b:grants        | trusts its copies
            # who is alone, when the others' fate is known
            b:lost c:unreachable                                    | asks
            b:unreachable c:unreachable                             | trusts its copies
            b:refused c:refused                                     | trusts its copies
            b:refused c:refused 60000ms                             | trusts its copies
            b:refused c:refused 60000ms stall:2000ms                | asks
            b:up c:up b:grants c:grants 2499ms                      | asks
            b:up c:up b:grants c:grants 2500ms                      | trusts its copies
            b:up c:up b:grants c:grants 2500ms c:speaks             | asks
            """)
    void isTrustedWhileEverybodyGrantsIt(String script, String expected) {
        assertThat(lone(RingSettings.DEFAULT).after(script).isTrusted()).isEqualTo(isTrust(expected));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            b:refused c:refused                      | asks
            b:up c:up b:grants c:grants 2500ms       | asks
            b:up c:refused b:grants                  | trusts its copies
            """)
    void isNeverTrustedAloneWithMinAcksOfTwo(String script, String expected) {
        assertThat(lone(Settings.withMinAcks(2)).after(script).isTrusted()).isEqualTo(isTrust(expected));
    }

    /** Sessions by their owner and backup. */
    @ParameterizedTest(name = "{0}, a session of {1} that {2} has: wait {3} ms")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # who was granted trust and has not got it
            ''                                  | a b | ''  | 0
            b:asks                              | a b | ''  | 1500
            b:asks                              | a b | b   | 0
            b:asks                              | a c | ''  | 0
            b:asks c:asks                       | b c | ''  | 1500
            b:asks c:asks                       | b c | b   | 1500
            b:asks c:asks                       | b c | b c | 0
            # for as long as the grant binds
            b:asks 1000ms                       | a b | ''  | 500
            b:asks 1499ms                       | a b | ''  | 1
            b:asks 1500ms                       | a b | ''  | 0
            b:asks 1000ms b:asks                | a b | ''  | 1500
            b:asks 200ms c:asks                 | b c | ''  | 1500
            b:asks 200ms c:asks                 | b c | c   | 1300
            b:asks stall:1500ms                 | a b | ''  | 0
            # whatever becomes of the connection, unless the process is gone
            b:asks b:lost                       | a b | ''  | 1500
            b:asks b:lost b:unreachable 400ms   | a b | ''  | 1100
            b:asks b:lost b:up                  | a b | ''  | 1500
            b:asks b:lost b:refused             | a b | ''  | 0
            b:asks b:lost b:refused b:up        | a b | ''  | 0
            b:asks c:asks b:lost b:refused      | b c | ''  | 1500
            # in the view of the grant
            c:lost c:refused b:asks             | a c | ''  | 1500
            c:lost c:refused b:asks c:up        | a c | ''  | 1500
            """)
    void aChangeWaitsForGrantsToThoseWhoHaveNotGotIt(String script, String holders, String informed, long millis) {
        LoneSrun srun = lone(RingSettings.DEFAULT).after(ALL_UP + script);
        SessionId session = SessionId.of(LoneSrun.index(holders), LoneSrun.index(holders.substring(2)), "random");
        Set<Integer> told = Arrays.stream(informed.split(" ", 0))
                .filter(letter -> !letter.isEmpty())
                .map(LoneSrun::index)
                .collect(Collectors.toSet());

        assertThat(srun.membership().barrier(session, told)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest(name = "the ping takes {0} ms, the pong {1} ms")
    @CsvSource({"0, 0", "20, 0", "0, 20", "700, 700", "1400, 50", "50, 1400", "2000, 0", "0, 2000"})
    void aLeaseEndsThereBeforeTheGrantEndsHere(long there, long back) {
        LoneSrun asker = lone(WITHOUT_HEARTBEATS).after("b:up c:refused " + (there + back) + "ms b:grants");
        LoneSrun granter = lone(WITHOUT_HEARTBEATS).after("b:up c:refused " + there + "ms b:asks " + back + "ms");

        long leased = asker.membership().trust().until() - asker.nanoTime();
        Duration granted = granter.membership().barrier(KEY.id(), Set.of());
        assertThat(granted).isGreaterThanOrEqualTo(Duration.ofNanos(Math.max(0, leased)));
        assertThat(asker.isTrusted()).isEqualTo(there + back < 1500);
    }

    /** Srun a holds the session with b; c is there too. */
    @ParameterizedTest(name = "{0} {1} ms ago, with min-acks {2}: {3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            running       | 60000 | 1 | sure
            paused        | 400   | 1 | sure
            paused        | 1600  | 1 | asks
            paused        | 3000  | 1 | asks
            paused        | 60000 | 1 | asks
            resumed       | 0     | 1 | asks
            resumed       | 1000  | 1 | sure
            cut off       | 400   | 1 | sure
            cut off       | 1600  | 1 | asks
            cut off       | 3000  | 1 | sure
            cut off       | 400   | 2 | sure
            cut off       | 1600  | 2 | asks
            cut off       | 3000  | 2 | asks
            cut off       | 60000 | 2 | asks
            returned      | 0     | 1 | asks
            returned      | 2000  | 1 | sure
            returned with its file | 0     | 1 | asks
            returned with its file | 2000  | 1 | sure
            """)
    void isSureOfItsCopyOnlyWhenNobodyCanHaveALaterOne(String what, long millis, int minAcks, String expected) {
        Simulation simulation = threeSrunsWithASession(1, Settings.withMinAcks(minAcks));
        happens(what, simulation);
        simulation.run(Duration.ofMillis(millis));

        assertThat(simulation.node(0).sessions().isSure(KEY)).isEqualTo(expected.equals("sure"));
    }

    private static void happens(String what, Simulation simulation) {
        switch (what) {
            case "paused" -> simulation.pause(0);
            case "resumed" -> {
                simulation.pause(0);
                simulation.run(Duration.ofSeconds(10));
                simulation.resume(0);
            }
            case "cut off" -> {
                simulation.cut(0, 1);
                simulation.cut(0, 2);
            }
            case "returned" -> {
                simulation.kill(0);
                simulation.run(Duration.ofSeconds(1));
                simulation.start(0);
            }
            case "returned with its file" -> {
                Map<SessionKey, State> file = simulation.states(0);
                simulation.kill(0);
                simulation.run(Duration.ofSeconds(1));
                simulation.start(0, file);
            }
            default -> assertThat(what).isEqualTo("running");
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aSaveThatReplacesAHolderIsNotAcknowledgedBeforeThatOnesLeaseHasRunOut(long seed) {
        Simulation simulation = threeSrunsWithASession(seed, RingSettings.DEFAULT);
        simulation.pause(1);
        loseConnections(simulation, 1);
        Trust trust = simulation.node(1).membership().trust();

        assertThat(isSaved(simulation, Duration.ofMillis(2100))).isTrue();
        assertThat(trust.isValid(simulation.nanoTime())).isFalse();
        assertThat(copy(simulation, 2)).isEqualTo(copy(simulation, 0));
    }

    private static void loseConnections(Simulation simulation, int srun) {
        for (int other = 0; other < simulation.size(); other++) {
            if (other != srun) {
                simulation.cut(srun, other);
                simulation.heal(srun, other);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aSaveThatReplacesAHolderThatIsSilentTakesTheAckTimeoutAndAHeartbeat(long seed) {
        Simulation simulation = threeSrunsWithASession(seed, RingSettings.DEFAULT);
        simulation.pause(1);
        Trust trust = simulation.node(1).membership().trust();

        assertThat(isSaved(simulation, Duration.ofMillis(2600))).isTrue();
        assertThat(trust.isValid(simulation.nanoTime())).isFalse();
        assertThat(copy(simulation, 2)).isEqualTo(copy(simulation, 0));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aSaveThatReplacesAHolderWhoseProcessIsGoneTakesMilliseconds(long seed) {
        Simulation simulation = threeSrunsWithASession(seed, RingSettings.DEFAULT);
        simulation.kill(1);

        assertThat(isSaved(simulation, Duration.ofMillis(150))).isTrue();
        assertThat(copy(simulation, 2)).isEqualTo(copy(simulation, 0));
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 20);
    }

    private static Simulation threeSrunsWithASession(long seed, RingSettings settings) {
        Simulation simulation = new Simulation(seed, 3, settings);
        simulation.run(Duration.ofSeconds(8));
        CompletableFuture<SaveOutcome> created =
                simulation.node(0).sessions().create(KEY, new SessionRecord(entries("w0"), Instant.EPOCH, Stamp.ZERO));
        simulation.run(Duration.ofSeconds(1));
        assertThat(created).isCompletedWithValue(new SaveOutcome.Saved());
        return simulation;
    }

    private static boolean isSaved(Simulation simulation, Duration within) {
        CompletableFuture<SaveOutcome> saved =
                simulation.node(0).sessions().save(KEY, new SessionDelta(1, entries("w1"), Instant.EPOCH));
        return simulation.runUntil(saved::isDone, within);
    }

    private static @Nullable SessionRecord copy(Simulation simulation, int srun) {
        return simulation.node(srun).replicas().get(KEY) instanceof Replica.Alive alive ? alive.record() : null;
    }

    private static Map<String, Entry> entries(String name) {
        return Map.of(name, new Entry.Value(new Stamp(1, new Writer(0, 1)), Bytes.EMPTY));
    }

    private static LoneSrun lone(RingSettings settings) {
        return new LoneSrun(3, settings);
    }

    private static boolean isTrust(String expected) {
        return expected.equals("trusts its copies");
    }
}

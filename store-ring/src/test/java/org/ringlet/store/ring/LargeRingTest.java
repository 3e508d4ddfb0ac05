package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.ringlet.cluster.RingSettings;
import org.ringlet.form.ByteSink;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.SaveOutcome;

/**
 * What a large ring costs: {@code -Dringlet.sruns} says how large. With 1,000 it takes some minutes and 8 GB; the figures
 * are in {@code docs/performance.md}.
 */
class LargeRingTest {
    private static final System.Logger LOG = System.getLogger(LargeRingTest.class.getName());
    private static final int SRUNS = Integer.getInteger("ringlet.sruns", 40);
    private static final int SESSIONS_PER_SRUN = 20;
    private static final int SESSION_SIZE = 2000;
    private static final Application APPLICATION = new Application("test", "localhost", "/shop", "");

    private final Traffic traffic = new Traffic();
    private final Simulation simulation = new Simulation(1, SRUNS, RingSettings.DEFAULT, traffic::count);
    private final Map<SessionKey, Integer> owners = new HashMap<>();

    /** What has passed between sruns, but for heartbeats. */
    private static final class Traffic {
        final Map<String, Long> messages = new TreeMap<>();
        long bytesOfCopies;
        long heartbeats;

        Message count(Message message) {
            if (message instanceof Message.Request request) {
                messages.merge(request.question().getClass().getSimpleName(), 1L, Long::sum);
                if (request.question() instanceof Question.Copies) {
                    ByteSink sink = new ByteSink(1024);
                    new MessageForm().write(message, sink);
                    bytesOfCopies += sink.size();
                }
            } else if (message instanceof Message.Answer) {
                messages.merge("Answer", 1L, Long::sum);
            } else {
                heartbeats++;
            }
            return message;
        }

        long sum() {
            return messages.values().stream().mapToLong(Long::longValue).sum();
        }

        void forget() {
            messages.clear();
            bytesOfCopies = 0;
            heartbeats = 0;
        }
    }

    @Test
    void aSaveAndARepairCostTheSameHoweverLargeTheRingIs() {
        awaitSync();
        create();
        traffic.forget();
        save();
        long messagesOfSaves = traffic.sum();
        assertThat(messagesOfSaves).isEqualTo(2L * owners.size());

        traffic.forget();
        simulation.run(Duration.ofSeconds(1));
        LOG.log(Level.INFO, "heartbeats a second and srun" + ": " + traffic.heartbeats / SRUNS);

        traffic.forget();
        long death = simulation.nanoTime();
        simulation.kill(0);
        awaitSync();
        Duration repaired = Duration.ofNanos(simulation.nanoTime() - death);
        long lost = owners.keySet().stream().filter(this::wasOnTheDead).count();

        LOG.log(Level.INFO, "sessions that had a copy on the dead srun" + ": " + lost);
        LOG.log(Level.INFO, "messages of the repair" + ": " + traffic.messages);
        LOG.log(Level.INFO, "bytes of copies for each such session" + ": " + traffic.bytesOfCopies / lost);
        LOG.log(Level.INFO, "repaired after ms, dead-time included" + ": " + repaired.toMillis());
        assertThat(traffic.bytesOfCopies)
                .as("bytes copied: each session once, whole")
                .isLessThan(lost * (SESSION_SIZE + 200L));
        assertThat(traffic.messages.getOrDefault("Compare", 0L))
                .as("only sruns that share sessions compare them")
                .isLessThan(SRUNS * 100L);
    }

    private void awaitSync() {
        for (int i = 0; i < 600 && !isInSync(); i++) {
            simulation.run(Duration.ofMillis(100));
        }
        assertThat(isInSync()).isTrue();
    }

    private boolean isInSync() {
        int running = simulation.running().size();
        return simulation.running().stream().allMatch(srun -> {
            RingNode node = simulation.node(srun);
            return node.membership().view().size() == running
                    && node.membership().trust().isValid(simulation.nanoTime())
                    && node.repair().isComplete();
        });
    }

    private boolean wasOnTheDead(SessionKey key) {
        return key.id().owner() == 0 || key.id().backup() == 0;
    }

    private void create() {
        for (int owner = 0; owner < SRUNS; owner++) {
            for (int i = 0; i < SESSIONS_PER_SRUN; i++) {
                int backup = (owner + 1 + i % 7) % SRUNS;
                SessionKey key = APPLICATION.key(SessionId.generate(owner, backup, simulation.random()));
                owners.put(key, owner);
                done(simulation
                        .node(owner)
                        .sessions()
                        .create(key, new SessionRecord(Map.of("cart", value(1)), Instant.EPOCH, Stamp.ZERO)));
            }
        }
    }

    private void save() {
        owners.forEach((key, owner) -> {
            Replica.Alive alive =
                    (Replica.Alive) simulation.node(owner).replicas().get(key);
            done(simulation
                    .node(owner)
                    .sessions()
                    .save(key, new SessionDelta(alive.revision(), Map.of("cart", value(2)), Instant.EPOCH)));
        });
    }

    private void done(CompletableFuture<SaveOutcome> save) {
        assertThat(simulation.runUntil(save::isDone, Duration.ofSeconds(5))).isTrue();
        assertThat(save).isCompletedWithValue(new SaveOutcome.Saved());
    }

    private static Entry value(long time) {
        byte[] bytes = new byte[SESSION_SIZE];
        bytes[1000] = (byte) time;
        return new Entry.Value(new Stamp(time << 16, new Writer(0, 1)), Bytes.wrap(bytes));
    }
}

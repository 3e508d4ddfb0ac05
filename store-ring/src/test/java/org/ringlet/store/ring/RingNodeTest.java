package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ringlet.cluster.RingSettings;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.LoadOutcome;

class RingNodeTest {
    private static final RingSettings SETTINGS = RingSettings.DEFAULT;

    /** Its last word may arrive when it has been asked already: then the question is older than the silence. */
    @ParameterizedTest
    @ValueSource(ints = {0, 100, 200, 300, 400})
    void whoHasAskedAnSrunThatFallsSilentAsksTheNextOneInTime(int millis) {
        Simulation simulation = new Simulation(1, 3, SETTINGS);
        simulation.run(Duration.ofSeconds(3));
        SessionKey key =
                new Application("test", "localhost", "/shop", "").key(SessionId.generate(0, 1, simulation.random()));
        Entry pear = new Entry.Value(new Stamp(1, new Writer(0, 1)), Bytes.wrap(new byte[] {1}));
        var created = simulation
                .node(0)
                .sessions()
                .create(key, new SessionRecord(Map.of("cart", pear), Instant.EPOCH, Stamp.ZERO));
        simulation.run(Duration.ofMillis(500 + millis));
        assertThat(created).isCompleted();

        CompletableFuture<LoadOutcome> loaded = simulation.node(2).sessions().load(key, Revision.NONE);
        simulation.run(Duration.ofMillis(1));
        simulation.pause(0);
        simulation.run(SETTINGS.ackTimeout().plus(SETTINGS.heartbeat()).plus(SETTINGS.lease()));

        assertThat(loaded).isCompletedWithValueMatching(LoadOutcome.Changed.class::isInstance);
    }
}

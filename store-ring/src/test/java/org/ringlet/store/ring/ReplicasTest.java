package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.StoreFixture;

class ReplicasTest {
    private static final SessionRecord PEAR = record(1, "pear");

    private final SessionKey key = StoreFixture.newKey();
    private final Shelf shelf = new Shelf();
    private final Replicas replicas = new Replicas(new StillLoop(), shelf);

    @BeforeEach
    void put() {
        replicas.merge(key, PEAR, Duration.ZERO);
    }

    @Test
    void aCopyThatWasShelvedIsFetchedWhenItIsWanted() {
        shelve();

        assertThat(replicas.peek(key)).isInstanceOf(Replica.Shelved.class);
        assertThat(replicas.get(key)).isInstanceOfSatisfying(Replica.Alive.class, alive -> assertThat(alive.record())
                .isEqualTo(PEAR));
    }

    @Test
    void whatTheFileHasNotIsNotShelved() {
        shelf.pending.add(key);
        replicas.shelve(key, (Replica.Alive) replicas.get(key));

        assertThat(replicas.peek(key)).isInstanceOf(Replica.Alive.class);
    }

    @Test
    void whatSomebodyIsAtWorkWithIsNotShelved() {
        shelf.records.put(key, PEAR);
        replicas.hold(key);
        replicas.shelve(key, (Replica.Alive) replicas.get(key));

        assertThat(replicas.peek(key)).isInstanceOf(Replica.Alive.class);
    }

    @Test
    void aChangeOfAShelvedCopyIsMadeToItsRecord() {
        shelve();
        replicas.apply(key, new SessionDelta(PEAR.revision(), Map.of("other", entry(2, "apple")), Instant.EPOCH));

        assertThat(((Replica.Alive) replicas.get(key)).record().entries()).containsOnlyKeys("cart", "other");
    }

    @Test
    void aShelvedCopyThatCantBeReadAnyMoreIsUnknownAndNotEmpty() {
        shelve();
        shelf.records.clear();

        assertThat(replicas.state(key, 0)).isEqualTo(new State.Unknown());
        assertThat(replicas.get(key)).isNull();
    }

    @Test
    void aShelvedCopyThatTheFileHasOlderIsUnknown() {
        shelve();
        shelf.records.put(key, record(0, "older"));

        assertThat(replicas.get(key)).isNull();
    }

    @Test
    void theEndOfAShelvedCopyNeedsNoRecord() {
        shelve();
        shelf.records.clear();
        replicas.end(key, new Tombstone(1, Optional.empty()), Duration.ZERO);

        assertThat(replicas.get(key)).isInstanceOf(Replica.Ended.class);
    }

    @Test
    void toldWhatIsKnownAShelvedCopySaysSoWithoutItsRecord() {
        shelve();
        shelf.records.clear();

        assertThat(replicas.state(key, PEAR.revision())).isEqualTo(new State.Same(Duration.ZERO));
    }

    private void shelve() {
        shelf.records.put(key, PEAR);
        replicas.shelve(key, (Replica.Alive) replicas.get(key));
    }

    private static SessionRecord record(long time, String value) {
        return new SessionRecord(Map.of("cart", entry(time, value)), Instant.EPOCH, Stamp.ZERO);
    }

    private static Entry entry(long time, String value) {
        return new Entry.Value(
                new Stamp(time << 16, new Writer(1, 1)), Bytes.wrap(value.getBytes(StandardCharsets.UTF_8)));
    }

    private static final class Shelf implements Backing {
        final Map<SessionKey, SessionRecord> records = new HashMap<>();
        final Set<SessionKey> pending = new HashSet<>();

        @Override
        public void changed(SessionKey key) {}

        @Override
        public boolean isKept(SessionKey key) {
            return !pending.contains(key);
        }

        @Override
        public @Nullable SessionRecord fetch(SessionKey key) {
            return records.get(key);
        }

        @Override
        public void whenDurable(Runnable work) {
            work.run();
        }
    }

    private static final class StillLoop implements Loop {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void execute(Runnable work) {
            work.run();
        }

        @Override
        public void after(Duration delay, Runnable work) {
            throw new UnsupportedOperationException("time stands still");
        }
    }
}

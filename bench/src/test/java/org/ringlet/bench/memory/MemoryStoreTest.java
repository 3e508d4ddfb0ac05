package org.ringlet.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.Reserved;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;

/** That the yardstick does what a store must do. It has no bytes, so the contract of real stores does not fit it. */
class MemoryStoreTest {
    private static final Application SHOP = new Application("bench", "localhost", "/shop", "");
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000L);
    private static final Duration TOMBSTONE_LIFE = Duration.ofHours(1);

    private final AtomicLong nanos = new AtomicLong();
    private final MemoryStore store = new MemoryStore(TOMBSTONE_LIFE, nanos::get);
    private final SplittableRandom random = new SplittableRandom(1);
    private final SessionKey key = newKey();

    @Test
    void findsWhatWasSaved() {
        SessionRecord record = record(entry("a", 1));

        assertThat(create(record)).isEqualTo(new SaveOutcome.Saved());
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Changed(record, Duration.ZERO));
        assertThat(store.load(key, record.revision())).isEqualTo(new LoadOutcome.Unchanged(Duration.ZERO));
        assertThat(store.load(newKey(), Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
    }

    @Test
    void mergesAChangeThatCameSecond() {
        SessionRecord base = record(entry("a", 1));
        create(base);

        assertThat(save(base, entry("b", 2))).isEqualTo(new SaveOutcome.Saved());
        assertThat(save(base, entry("c", 3)))
                .isEqualTo(new SaveOutcome.Merged(record(Map.of("a", value(1), "b", value(2), "c", value(3)))));
    }

    @Test
    void createsASessionByItsFirstSaveOnly() {
        assertThat(save(record(entry("a", 1)), entry("b", 2))).isEqualTo(new SaveOutcome.Ended());
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
    }

    @Test
    void neverRevivesAnEndedSession() {
        SessionRecord record = record(entry("a", 1));
        create(record);

        assertThat(store.end(key)).isTrue();
        assertThat(store.end(key)).isFalse();
        assertThat(create(record)).isEqualTo(new SaveOutcome.Ended());
        assertThat(save(record, entry("b", 2))).isEqualTo(new SaveOutcome.Ended());
        assertThat(store.touch(key, NOW)).isFalse();
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
    }

    @Test
    void movesASessionToAnotherId() {
        SessionRecord record = record(entry("a", 1));
        create(record);
        SessionKey target = newKey();

        assertThat(store.move(key, target.id(), record)).isEqualTo(new SaveOutcome.Saved());
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
        assertThat(store.load(target, record.revision())).isInstanceOf(LoadOutcome.Unchanged.class);
    }

    @Test
    void letsOneOfTwoClaimAnIdleSession() {
        create(record(Map.of(Reserved.TIMEOUT, new Entry.Value(stamp(1), Bytes.wrap(new byte[] {0, 0, 0, 20})))));
        elapse(Duration.ofSeconds(25));

        assertThat(store.expired(SHOP, Duration.ofSeconds(10), 9)).isEmpty();
        assertThat(store.expired(SHOP, Duration.ZERO, 9)).containsExactly(key);
        assertThat(store.claim(key, Duration.ZERO)).isInstanceOf(ClaimOutcome.Claimed.class);
        assertThat(store.claim(key, Duration.ZERO)).isInstanceOf(ClaimOutcome.Refused.class);
        assertThat(store.expired(SHOP, Duration.ZERO, 9)).isEmpty();
    }

    @Test
    void forgetsTombstonesThatAreOld() {
        create(record(entry("a", 1)));
        store.end(key);
        elapse(TOMBSTONE_LIFE);
        store.expired(SHOP, Duration.ZERO, 9);

        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
    }

    @Test
    void losesNothingOfManyWhoSaveAtOnce() throws Exception {
        SessionRecord base = record(Map.of());
        create(base);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<SaveOutcome>> saves = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Map<String, Entry> change = entry("name" + i, i + 1);
                saves.add(() -> save(base, change));
            }
            for (Future<SaveOutcome> saved : threads.invokeAll(saves)) {
                assertThat(saved.get()).isNotEqualTo(new SaveOutcome.Ended());
            }
        } finally {
            threads.shutdown();
        }
        assertThat(store.load(key, Revision.NONE))
                .isInstanceOfSatisfying(
                        LoadOutcome.Changed.class,
                        changed -> assertThat(changed.record().entries()).hasSize(200));
    }

    private SaveOutcome create(SessionRecord record) {
        return store.save(key, SessionDelta.creating(record), () -> record);
    }

    private SaveOutcome save(SessionRecord base, Map<String, Entry> change) {
        SessionDelta delta = new SessionDelta(base.revision(), change, NOW);
        return store.save(key, delta, () -> base.apply(delta));
    }

    private void elapse(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    private SessionKey newKey() {
        return SHOP.key(SessionId.generate(0, 0, random));
    }

    private static SessionRecord record(Map<String, Entry> entries) {
        return new SessionRecord(entries, NOW, Stamp.ZERO);
    }

    private static Map<String, Entry> entry(String name, int number) {
        return Map.of(name, value(number));
    }

    private static Entry value(int number) {
        return new Entry.Value(stamp(number), Bytes.wrap(new byte[] {(byte) number}));
    }

    private static Stamp stamp(int number) {
        return new Stamp(number, new Writer(0, 1));
    }
}

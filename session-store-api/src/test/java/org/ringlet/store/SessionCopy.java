package org.ringlet.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.HybridClock;
import org.ringlet.session.Reserved;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Writer;

/** An srun's copy of a session in memory: what a manager is to a store. For one thread. */
public final class SessionCopy {
    /** The wall clock of an srun whose clock is right. */
    public static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_000L);

    private static final AtomicLong STARTS = new AtomicLong();

    private final SessionStore store;
    private final HybridClock clock;
    private final Map<String, Entry> changes = new HashMap<>();
    private SessionKey key;
    private SessionRecord record = SessionRecord.EMPTY.accessed(NOW);
    private long base = Revision.NONE;

    /** A session that no store has heard of yet. */
    public SessionCopy(SessionStore store, SessionKey key) {
        this(store, key, NOW);
    }

    /** @param now what the clock of the srun says */
    public SessionCopy(SessionStore store, SessionKey key, Instant now) {
        this.store = store;
        this.key = key;
        this.clock = new HybridClock(new Writer(0, STARTS.incrementAndGet()), now::toEpochMilli);
        this.record = SessionRecord.EMPTY.accessed(now);
    }

    /** The copy of an srun that finds the session in its store. */
    public static SessionCopy loaded(SessionStore store, SessionKey key) {
        return loaded(store, key, NOW);
    }

    public static SessionCopy loaded(SessionStore store, SessionKey key, Instant now) {
        var copy = new SessionCopy(store, key, now);
        if (copy.load() instanceof LoadOutcome.Changed) {
            return copy;
        }
        throw new AssertionError(key + " is not there: " + store.load(key, Revision.NONE));
    }

    public SessionCopy with(String name, String value) {
        return with(name, value.getBytes(StandardCharsets.UTF_8));
    }

    public SessionCopy with(String name, byte[] value) {
        return change(name, new Entry.Value(clock.next(), Bytes.wrap(value)));
    }

    public SessionCopy without(String name) {
        return change(name, new Entry.Removed(clock.next()));
    }

    public SessionCopy timingOutAfter(Duration timeout) {
        byte[] seconds = ByteBuffer.allocate(Integer.BYTES)
                .putInt(Math.toIntExact(timeout.toSeconds()))
                .array();
        return with(Reserved.TIMEOUT, seconds);
    }

    public SessionCopy accessedAt(Instant access) {
        record = record.accessed(access);
        return this;
    }

    public Optional<String> value(String name) {
        return record.value(name).map(bytes -> new String(bytes.array(), StandardCharsets.UTF_8));
    }

    public SessionRecord record() {
        return record;
    }

    public SessionKey key() {
        return key;
    }

    /** What a save would send now. */
    public SessionDelta delta() {
        return new SessionDelta(base, changes, record.lastAccess());
    }

    public LoadOutcome load() {
        LoadOutcome outcome = store.load(key, base);
        if (outcome instanceof LoadOutcome.Changed changed) {
            take(changed.record());
        }
        return outcome;
    }

    public SaveOutcome save() {
        SaveOutcome outcome = store.save(key, delta(), () -> record);
        acknowledged(outcome);
        return outcome;
    }

    public boolean touch() {
        return store.touch(key, record.lastAccess());
    }

    public SaveOutcome moveTo(SessionId id) {
        SaveOutcome outcome = store.move(key, id, record);
        key = key.application().key(id);
        acknowledged(outcome);
        return outcome;
    }

    private SessionCopy change(String name, Entry entry) {
        changes.put(name, entry);
        record = record.apply(new SessionDelta(base, Map.of(name, entry), record.lastAccess()));
        return this;
    }

    private void acknowledged(SaveOutcome outcome) {
        if (outcome instanceof SaveOutcome.Ended) {
            return;
        }
        changes.clear();
        base = record.revision();
        if (outcome instanceof SaveOutcome.Merged merged) {
            take(merged.now());
        }
    }

    private void take(SessionRecord stored) {
        base = stored.revision();
        clock.observe(stored);
        record = record.merge(stored);
    }
}

package org.ringlet.bench.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ringlet.session.Application;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;
import org.ringlet.store.SessionStore;
import org.ringlet.store.StoreHealth;

/**
 * The records of this JVM's sessions in a map, as objects: nothing is sealed, copied or sent, and nothing survives the
 * JVM. Each verb is atomic by the lock of its key's {@link Cell}.
 */
public final class MemoryStore implements SessionStore {
    private final Map<SessionKey, Cell> cells = new ConcurrentHashMap<>();
    private final Duration tombstoneLife;
    private final LongSupplier nanos;

    /** @param nanos a clock that only ever goes on, such as {@link System#nanoTime} */
    MemoryStore(Duration tombstoneLife, LongSupplier nanos) {
        this.tombstoneLife = tombstoneLife;
        this.nanos = nanos;
    }

    @Override
    public LoadOutcome load(SessionKey key, long known) {
        Cell cell = cells.get(key);
        return cell == null ? new LoadOutcome.Missing() : cell.load(known, nanos.getAsLong());
    }

    @Override
    public SaveOutcome save(SessionKey key, SessionDelta delta, Supplier<SessionRecord> whole) {
        Cell cell = delta.isFirst() ? cells.computeIfAbsent(key, k -> new Cell()) : cells.get(key);
        return cell == null ? new SaveOutcome.Ended() : cell.save(delta, whole, nanos.getAsLong());
    }

    @Override
    public boolean touch(SessionKey key, Instant lastAccess) {
        Cell cell = cells.get(key);
        return cell != null && cell.touch(lastAccess, nanos.getAsLong());
    }

    /** In two steps, the old id's end first: in between neither is alive. */
    @Override
    public SaveOutcome move(SessionKey from, SessionId to, SessionRecord record) {
        SessionKey target = from.application().key(to);
        if (target.equals(from)) {
            throw new IllegalArgumentException(from + ": moved to its own id");
        }
        Cell old = cells.get(from);
        SessionRecord last = old == null ? null : old.end(nanos.getAsLong());
        if (last == null) {
            return new SaveOutcome.Ended();
        }
        return cells.computeIfAbsent(target, k -> new Cell()).arrive(last, record, nanos.getAsLong());
    }

    @Override
    public boolean end(SessionKey key) {
        Cell cell = cells.get(key);
        return cell != null && cell.end(nanos.getAsLong()) != null;
    }

    @Override
    public List<SessionKey> expired(Application application, Duration grace, int limit) {
        long now = nanos.getAsLong();
        cells.values().removeIf(cell -> cell.hasEndedFor(tombstoneLife, now));
        List<SessionKey> found = new ArrayList<>();
        for (Map.Entry<SessionKey, Cell> entry : cells.entrySet()) {
            if (found.size() == limit) {
                break;
            }
            if (entry.getKey().application().equals(application)
                    && entry.getValue().isClaimable(grace, now)) {
                found.add(entry.getKey());
            }
        }
        return found;
    }

    @Override
    public ClaimOutcome claim(SessionKey key, Duration grace) {
        Cell cell = cells.get(key);
        return cell == null ? new ClaimOutcome.Gone() : cell.claim(grace, nanos.getAsLong());
    }

    @Override
    public StoreHealth health() {
        return new StoreHealth(true, "in this JVM's memory");
    }

    @Override
    public void close() {}
}

package org.ringlet.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.ringlet.seal.Seal;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/**
 * A store that is simple enough to be obviously right, for tests and as a yardstick: a map under one lock, with time as
 * a parameter. It keeps sealed bytes, as real ones do, so that what goes in is never the object that comes out.
 *
 * <p>The sruns of a cluster each {@link #another() have a view} of the same map.
 */
public final class InMemoryStore implements SessionStore {
    private static final Duration CLAIM_LIFE = Duration.ofMinutes(1);

    private final Shared shared;

    /** What all views share; its monitor guards the slots. */
    private record Shared(Map<SessionKey, Slot> slots, Seal seal, VirtualClock clock, Duration tombstoneLife) {}

    /** What is kept under a key. */
    private sealed interface Slot {}

    /** @param claimed when it was claimed, if no access came after */
    private record Live(
            Bytes body,
            long revision,
            Optional<Duration> timeout,
            Instant lastAccess,
            Duration accessed,
            Optional<Duration> claimed)
            implements Slot {
        Live with(Bytes newBody) {
            return new Live(newBody, revision, timeout, lastAccess, accessed, claimed);
        }

        Live accessed(Instant access, Duration now) {
            Instant latest = access.isAfter(lastAccess) ? access : lastAccess;
            return new Live(body, revision, timeout, latest, now, Optional.empty());
        }

        Live claimed(Duration now) {
            return new Live(body, revision, timeout, lastAccess, accessed, Optional.of(now));
        }
    }

    private record Tombstone(Duration ended) implements Slot {}

    public InMemoryStore() {
        this(new VirtualClock());
    }

    public InMemoryStore(VirtualClock clock) {
        this(Seal.unsealed(), clock, Duration.ofHours(1));
    }

    public InMemoryStore(Seal seal, VirtualClock clock, Duration tombstoneLife) {
        this(new Shared(new HashMap<>(), seal, clock, tombstoneLife));
    }

    private InMemoryStore(Shared shared) {
        this.shared = shared;
    }

    /** The same sessions, seen from another srun. */
    public InMemoryStore another() {
        return new InMemoryStore(shared);
    }

    public VirtualClock clock() {
        return shared.clock;
    }

    /** How many sessions there are; those that have ended don't count. */
    public int size() {
        synchronized (shared) {
            return (int) shared.slots.values().stream()
                    .filter(Live.class::isInstance)
                    .count();
        }
    }

    /** Changes the stored bytes of a session. */
    public void tamper(SessionKey key, UnaryOperator<byte[]> change) {
        synchronized (shared) {
            Live live = (Live) shared.slots.get(key);
            byte[] body = change.apply(live.body.array().clone());
            shared.slots.put(key, live.with(Bytes.wrap(body)));
        }
    }

    /** The stored bytes of a session. */
    public byte[] stored(SessionKey key) {
        synchronized (shared) {
            return ((Live) shared.slots.get(key)).body.array().clone();
        }
    }

    @Override
    public LoadOutcome load(SessionKey key, long known) {
        synchronized (shared) {
            Slot slot = shared.slots.get(key);
            if (slot == null) {
                return new LoadOutcome.Missing();
            }
            if (!(slot instanceof Live live)) {
                return new LoadOutcome.Ended();
            }
            if (known != Revision.NONE && known == live.revision) {
                return new LoadOutcome.Unchanged(idle(live));
            }
            return new LoadOutcome.Changed(open(key, live), idle(live));
        }
    }

    @Override
    public SaveOutcome save(SessionKey key, SessionDelta delta, Supplier<SessionRecord> whole) {
        synchronized (shared) {
            Slot slot = shared.slots.get(key);
            if (slot instanceof Tombstone || (slot == null && !delta.isFirst())) {
                return new SaveOutcome.Ended();
            }
            if (slot == null) {
                put(key, whole.get());
                return new SaveOutcome.Saved();
            }
            Live live = (Live) slot;
            if (!delta.isFirst() && delta.base() == live.revision) {
                put(key, whole.get().accessed(live.lastAccess));
                return new SaveOutcome.Saved();
            }
            SessionRecord merged = open(key, live).apply(delta);
            put(key, merged);
            return new SaveOutcome.Merged(merged);
        }
    }

    @Override
    public boolean touch(SessionKey key, Instant lastAccess) {
        synchronized (shared) {
            if (!(shared.slots.get(key) instanceof Live live)) {
                return false;
            }
            shared.slots.put(key, live.accessed(lastAccess, now()));
            return true;
        }
    }

    @Override
    public SaveOutcome move(SessionKey from, SessionId to, SessionRecord record) {
        SessionKey target = from.application().key(to);
        if (target.equals(from)) {
            throw new IllegalArgumentException(from + ": moved to its own id");
        }
        synchronized (shared) {
            if (!(shared.slots.get(from) instanceof Live old)) {
                return new SaveOutcome.Ended();
            }
            SessionRecord merged = open(from, old).merge(record);
            Slot there = shared.slots.get(target);
            if (there instanceof Live live) {
                merged = merged.merge(open(target, live));
            }
            shared.slots.put(from, new Tombstone(now()));
            if (there instanceof Tombstone) {
                return new SaveOutcome.Ended();
            }
            put(target, merged);
            return merged.revision() == record.revision() ? new SaveOutcome.Saved() : new SaveOutcome.Merged(merged);
        }
    }

    @Override
    public boolean end(SessionKey key) {
        synchronized (shared) {
            if (!(shared.slots.get(key) instanceof Live)) {
                return false;
            }
            shared.slots.put(key, new Tombstone(now()));
            return true;
        }
    }

    @Override
    public List<SessionKey> expired(Application application, Duration grace, int limit) {
        synchronized (shared) {
            shared.slots
                    .values()
                    .removeIf(slot ->
                            slot instanceof Tombstone tombstone && since(tombstone.ended, shared.tombstoneLife));
            List<SessionKey> found = new ArrayList<>();
            shared.slots.forEach((key, slot) -> {
                if (found.size() < limit
                        && key.application().equals(application)
                        && slot instanceof Live live
                        && !isClaimed(live)
                        && isIdle(live, grace)) {
                    found.add(key);
                }
            });
            return found;
        }
    }

    @Override
    public ClaimOutcome claim(SessionKey key, Duration grace) {
        synchronized (shared) {
            if (!(shared.slots.get(key) instanceof Live live)) {
                return new ClaimOutcome.Gone();
            }
            SessionRecord last = open(key, live);
            if (isClaimed(live) || !isIdle(live, grace)) {
                return new ClaimOutcome.Refused(idle(live));
            }
            shared.slots.put(key, live.claimed(now()));
            return new ClaimOutcome.Claimed(last);
        }
    }

    @Override
    public StoreHealth health() {
        return new StoreHealth(true, "in memory");
    }

    @Override
    public void close() {}

    private void put(SessionKey key, SessionRecord record) {
        Bytes body = Bytes.wrap(shared.seal.seal(key, record));
        shared.slots.put(
                key, new Live(body, record.revision(), record.timeout(), record.lastAccess(), now(), Optional.empty()));
    }

    private SessionRecord open(SessionKey key, Live live) {
        return shared.seal.open(key, live.body.array()).accessed(live.lastAccess);
    }

    private boolean isIdle(Live live, Duration grace) {
        return live.timeout
                .map(timeout -> since(live.accessed, timeout.plus(grace)))
                .orElse(false);
    }

    private boolean isClaimed(Live live) {
        return live.claimed.map(claimed -> !since(claimed, CLAIM_LIFE)).orElse(false);
    }

    private Duration idle(Live live) {
        return now().minus(live.accessed);
    }

    private boolean since(Duration then, Duration atLeast) {
        return now().minus(then).compareTo(atLeast) >= 0;
    }

    private Duration now() {
        return shared.clock.elapsed();
    }
}

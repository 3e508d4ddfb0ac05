package org.ringlet.store.ring;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/**
 * The sessions that this srun has copies of. Changed on the loop only; may be read by any thread where that is said.
 *
 * <p>All ways in merge, so it does not matter in which order, or how often, the same news arrive; an end stays. Of a copy
 * that sits idle the record is in the file alone, until somebody wants it.
 */
final class Replicas {
    private static final System.Logger LOG = System.getLogger(Replicas.class.getName());

    private final Map<SessionKey, Replica> replicas = new ConcurrentHashMap<>();
    private final Map<SessionKey, Integer> inWork = new HashMap<>();
    private final Set<SessionKey> unconfirmed = new HashSet<>();
    private final Loop loop;
    private final Backing backing;
    private Consumer<SessionKey> newcomers = key -> {};

    Replicas(Loop loop, Backing backing) {
        this.loop = loop;
        this.backing = backing;
    }

    /** The copy, with its record. */
    @Nullable
    Replica get(SessionKey key) {
        Replica replica = replicas.get(key);
        if (!(replica instanceof Replica.Shelved shelved)) {
            return replica;
        }
        SessionRecord record = record(key, shelved);
        if (record == null) {
            replicas.remove(key, shelved);
            return null;
        }
        Replica.Alive alive = new Replica.Alive(record, shelved.use());
        replicas.put(key, alive);
        return alive;
    }

    /** The copy as it is, perhaps without its record. May be called from any thread. */
    @Nullable
    Replica peek(SessionKey key) {
        return replicas.get(key);
    }

    /** The record of a copy; null if it can't be read any more. May be called from any thread. */
    @Nullable
    SessionRecord record(SessionKey key, Replica.Live live) {
        if (live instanceof Replica.Alive alive) {
            return alive.record();
        }
        SessionRecord record = backing.fetch(key);
        if (record == null || record.revision() != live.revision()) {
            LOG.log(Level.WARNING, "the copy of session " + key + " can't be read from the ring's file any more");
            return null;
        }
        return record;
    }

    /** May be called from any thread. */
    int size() {
        return replicas.size();
    }

    /** In no particular order; what changes meanwhile may or may not be seen. May be called from any thread. */
    void forEach(BiConsumer<SessionKey, Replica> action) {
        replicas.forEach(action);
    }

    /** As {@link #forEach}, at the pace of who asks. */
    Iterator<Map.Entry<SessionKey, Replica>> iterator() {
        return replicas.entrySet().iterator();
    }

    /** Runs something when all that was changed before will be here after a loss of power, if that is asked for. */
    void whenDurable(Runnable work) {
        backing.whenDurable(work);
    }

    /**
     * Merges a record into what is there, unless the session has ended.
     *
     * @param idle how long ago it was used
     */
    void merge(SessionKey key, SessionRecord record, Duration idle) {
        Replica.Use use = Replica.Use.at(loop.nanoTime() - idle.toNanos());
        put(key, merged(get(key), record, use));
    }

    /** Merges a record into a copy that is there, without news of an access. */
    void merge(SessionKey key, SessionRecord record) {
        if (get(key) instanceof Replica.Alive present) {
            put(key, merged(present, record, present.use()));
        }
    }

    private static Replica merged(@Nullable Replica present, SessionRecord record, Replica.Use use) {
        if (present instanceof Replica.Alive ours) {
            return new Replica.Alive(ours.record().merge(record), ours.use().accessedAt(use.accessed()));
        }
        return present == null ? new Replica.Alive(record, use) : present;
    }

    /** Applies a change to what is there, or to nothing. Returns what it is then. Not for a session that has ended. */
    SessionRecord apply(SessionKey key, SessionDelta delta) {
        SessionRecord before = get(key) instanceof Replica.Alive alive ? alive.record() : SessionRecord.EMPTY;
        SessionRecord after = before.apply(delta);
        put(key, new Replica.Alive(after, Replica.Use.at(loop.nanoTime())));
        return after;
    }

    private void put(SessionKey key, Replica replica) {
        unconfirmed.remove(key);
        boolean isNew = replicas.put(key, replica) == null;
        backing.changed(key);
        if (isNew) {
            newcomers.accept(key);
        }
    }

    /** Has somebody told, on the loop, of each session that this srun has from now on and had not. */
    void whenNew(Consumer<SessionKey> told) {
        newcomers = told;
    }

    /**
     * Puts in what the file has, when an srun starts.
     *
     * @param isConfirmed false if the session may have ended so long ago that nobody remembers
     */
    void restore(SessionKey key, Replica replica, boolean isConfirmed) {
        replicas.put(key, replica);
        if (!isConfirmed) {
            unconfirmed.add(key);
        }
    }

    /** Forgets what the file had and nobody has used since. Returns how many that were. */
    int forgetUnconfirmed() {
        List<SessionKey> keys =
                unconfirmed.stream().filter(key -> !inWork.containsKey(key)).toList();
        keys.forEach(key -> {
            replicas.remove(key);
            backing.changed(key);
        });
        unconfirmed.clear();
        return keys.size();
    }

    /** Takes over what another srun has. */
    void absorb(SessionKey key, State state) {
        if (state instanceof State.Alive alive) {
            merge(key, alive.record(), alive.idle());
        } else if (state instanceof State.Ended ended) {
            end(key, ended.tombstone(), ended.age());
        } else if (state instanceof State.Same same) {
            touch(key, same.idle());
        }
    }

    /** Notes an access, unless a later one is known. */
    void touch(SessionKey key, Duration idle) {
        if (peek(key) instanceof Replica.Live live) {
            put(key, live.with(live.use().accessedAt(loop.nanoTime() - idle.toNanos())));
        }
    }

    void claim(SessionKey key) {
        if (peek(key) instanceof Replica.Live live) {
            replicas.put(key, live.with(live.use().claimedAt(loop.nanoTime())));
        }
    }

    /**
     * Ends a session, whether or not it is known. Of two ends the first stays.
     *
     * @param age since it has ended
     */
    void end(SessionKey key, Tombstone tombstone, Duration age) {
        if (!(peek(key) instanceof Replica.Ended)) {
            put(key, new Replica.Ended(tombstone, loop.nanoTime() - age.toNanos()));
        }
    }

    /** Leaves the record of a copy to the file, if that has it and nobody is at work with it. */
    void shelve(SessionKey key, Replica.Alive alive) {
        if (!inWork.containsKey(key) && backing.isKept(key)) {
            replicas.replace(key, alive, alive.shelved());
        }
    }

    /** Forgets a copy, if it is still this one and nobody is at work with it. */
    void forget(SessionKey key, Replica replica) {
        if (!inWork.containsKey(key) && replicas.remove(key, replica)) {
            backing.changed(key);
        }
    }

    /** Keeps the copy of a session from being forgotten, until {@link #release}. */
    void hold(SessionKey key) {
        inWork.merge(key, 1, Integer::sum);
    }

    void release(SessionKey key) {
        inWork.computeIfPresent(key, (k, count) -> count == 1 ? null : count - 1);
    }

    /** What to tell another srun. */
    State state(SessionKey key, long known) {
        Replica replica = peek(key);
        if (replica instanceof Replica.Ended ended) {
            return new State.Ended(ended.tombstone(), age(ended));
        }
        if (!(replica instanceof Replica.Live live)) {
            return new State.Unknown();
        }
        if (live.revision() == known) {
            return new State.Same(idle(live));
        }
        SessionRecord record = record(key, live);
        return record == null ? new State.Unknown() : new State.Alive(record, idle(live));
    }

    /** Since the session has ended. */
    Duration age(Replica.Ended ended) {
        return Duration.ofNanos(Math.max(0, loop.nanoTime() - ended.since()));
    }

    Duration idle(Replica.Live live) {
        return Duration.ofNanos(Math.max(0, loop.nanoTime() - live.use().accessed()));
    }
}

package org.ringlet.store.ring;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/**
 * The sessions that this srun has copies of. Changed on the loop only; may be read by any thread.
 *
 * <p>All ways in merge, so it does not matter in which order, or how often, the same news arrive; an end stays.
 */
final class Replicas {
    private final Map<SessionKey, Replica> replicas = new ConcurrentHashMap<>();
    private final Map<SessionKey, Integer> inWork = new HashMap<>();
    private final Loop loop;
    private final Consumer<SessionKey> changed;

    /** @param changed is told, on the loop, of each session whose replica is not what it was */
    Replicas(Loop loop, Consumer<SessionKey> changed) {
        this.loop = loop;
        this.changed = changed;
    }

    @Nullable
    Replica get(SessionKey key) {
        return replicas.get(key);
    }

    int size() {
        return replicas.size();
    }

    /** In no particular order; what changes meanwhile may or may not be seen. */
    void forEach(BiConsumer<SessionKey, Replica> action) {
        replicas.forEach(action);
    }

    /**
     * Merges a record into what is there, unless the session has ended.
     *
     * @param idle how long ago it was used
     */
    void merge(SessionKey key, SessionRecord record, Duration idle) {
        long accessed = loop.nanoTime() - idle.toNanos();
        replicas.merge(key, new Replica.Alive(record, accessed), Replicas::merged);
        changed.accept(key);
    }

    /** Applies a change to what is there, or to nothing. Returns what it is then. Not for a session that has ended. */
    SessionRecord apply(SessionKey key, SessionDelta delta) {
        long now = loop.nanoTime();
        SessionRecord before = replicas.get(key) instanceof Replica.Alive alive ? alive.record() : SessionRecord.EMPTY;
        SessionRecord after = before.apply(delta);
        replicas.put(key, new Replica.Alive(after, now));
        changed.accept(key);
        return after;
    }

    /** Merges a record into a copy that is there, without news of an access. */
    void merge(SessionKey key, SessionRecord record) {
        replicas.computeIfPresent(
                key,
                (k, present) -> present instanceof Replica.Alive alive
                        ? merged(alive, new Replica.Alive(record, alive.accessed()))
                        : present);
        changed.accept(key);
    }

    private static Replica merged(Replica present, Replica news) {
        if (!(present instanceof Replica.Alive ours) || !(news instanceof Replica.Alive theirs)) {
            return present;
        }
        return ours.with(ours.record().merge(theirs.record()), theirs.accessed());
    }

    /** Takes over what another srun has. */
    void absorb(SessionKey key, State state) {
        if (state instanceof State.Alive alive) {
            merge(key, alive.record(), alive.idle());
        } else if (state instanceof State.Ended) {
            end(key);
        } else if (state instanceof State.Same same) {
            touch(key, same.idle());
        }
    }

    /** Notes an access, unless a later one is known. False if there is no such session. */
    boolean touch(SessionKey key, Duration idle) {
        long accessed = loop.nanoTime() - idle.toNanos();
        Replica now = replicas.computeIfPresent(
                key,
                (k, present) ->
                        present instanceof Replica.Alive alive ? alive.with(alive.record(), accessed) : present);
        changed.accept(key);
        return now instanceof Replica.Alive;
    }

    void claim(SessionKey key) {
        replicas.computeIfPresent(
                key,
                (k, present) -> present instanceof Replica.Alive alive ? alive.claimedAt(loop.nanoTime()) : present);
    }

    /** Ends a session, whether or not it is known. */
    void end(SessionKey key) {
        Replica ended = new Replica.Ended(loop.nanoTime());
        replicas.merge(key, ended, (present, news) -> present instanceof Replica.Ended ? present : news);
        changed.accept(key);
    }

    /** Forgets a copy, if it is still this one and nobody is at work with it. */
    void forget(SessionKey key, Replica replica) {
        if (!inWork.containsKey(key)) {
            replicas.remove(key, replica);
            changed.accept(key);
        }
    }

    /** Forgets all. */
    void clear() {
        List<SessionKey> keys = List.copyOf(replicas.keySet());
        replicas.clear();
        keys.forEach(changed);
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
        Replica replica = replicas.get(key);
        if (replica == null) {
            return new State.Unknown();
        }
        if (!(replica instanceof Replica.Alive alive)) {
            return new State.Ended();
        }
        Duration idle = idle(alive);
        return alive.record().revision() == known ? new State.Same(idle) : new State.Alive(alive.record(), idle);
    }

    Duration idle(Replica.Alive alive) {
        return Duration.ofNanos(Math.max(0, loop.nanoTime() - alive.accessed()));
    }
}

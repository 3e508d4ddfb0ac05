package org.ringlet.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.ringlet.session.Application;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/**
 * Where the records of sessions are kept, shared by the sruns of a cluster.
 *
 * <p>Every verb is atomic for its key, on whatever srun it is called, and returns only when its effect would survive
 * the death of this JVM. All of them are safe for use by many threads. They do I/O and may block: never call them under
 * a lock that application code may want.
 *
 * <p>Each throws {@link StoreUnavailableException} when the store can't answer, which says nothing about the session,
 * and {@link UnreadableSessionException} when what is stored under the key can't be trusted.
 */
public interface SessionStore extends AutoCloseable {
    /**
     * Whether the latest state of the sessions that this srun serves is in this JVM, so that to load one that has not changed
     * is a look at it. Then each request does so, whatever the load policy.
     */
    default boolean isInMemory() {
        return false;
    }

    /**
     * Whether, at some time since then, others may have gone on without this srun and it could not know, because it was
     * cut off from them or was thought to be. Cheap.
     *
     * @param since this JVM's {@code nanoTime}
     */
    default boolean mayHaveMissed(long since) {
        return false;
    }

    /**
     * Looks a session up.
     *
     * @param known the revision that the caller has, {@link org.ringlet.session.Revision#NONE} if it has none; when
     *     the stored one is equal, no body is moved
     */
    LoadOutcome load(SessionKey key, long known);

    /**
     * Applies a change. If the store has the change's base, that is all; if another srun was first, both are merged;
     * if the session has ended, or is missing though this is not its first save, nothing is stored.
     *
     * @param whole the record with the change applied, for stores that write it whole; called at most once, and only
     *     when the stored revision is the change's base or the save creates the session
     */
    SaveOutcome save(SessionKey key, SessionDelta delta, Supplier<SessionRecord> whole);

    /** Notes an access without a change. False if the session is missing or has ended. */
    boolean touch(SessionKey key, Instant lastAccess);

    /**
     * Gives a session another id, with a change, as one move: the old id has ended afterwards, whatever it held is
     * merged into the new one, and a crash in between may leave neither alive but never both.
     *
     * @param record what the session is known to be, the change included
     */
    SaveOutcome move(SessionKey from, SessionId to, SessionRecord record);

    /** Ends a session and leaves a tombstone. True if it was this call that ended it. Ends what can't be read, too. */
    boolean end(SessionKey key);

    /**
     * Keys of sessions that look expired: idle, by the store's own clock, for their timeout and {@code grace}. Reads no
     * bodies. Each such session is found on one srun at least, not necessarily on all.
     *
     * @param limit at most so many
     */
    List<SessionKey> expired(Application application, Duration grace, int limit);

    /**
     * Claims a session for expiry, if it is still idle for its timeout and {@code grace} and nobody else has claimed
     * it. The claimant fires the application's listeners and calls {@link #end}; if it dies, its claim lapses. An
     * access in between voids the claim.
     */
    ClaimOutcome claim(SessionKey key, Duration grace);

    /** How far this srun is with the store. Cheap, never throws. */
    default StoreStatus status() {
        return StoreStatus.ACTIVE;
    }

    /** Asks the store whether it can answer, with as little work as shows that. Never throws. */
    StoreHealth health();

    /** Bounded in time; closing twice is closing once. */
    @Override
    void close();
}

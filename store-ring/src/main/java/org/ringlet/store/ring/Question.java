package org.ringlet.store.ring;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/** What can be asked. */
sealed interface Question {
    /**
     * Keep a change. Answered by {@link Reply.Kept} if the asked srun has now what the sender has, that is if it had the
     * same before; else by {@link Reply.NeedsRecord}, {@link Reply.Has} or {@link Reply.HasEnded}.
     */
    record Keep(SessionKey key, Patch patch) implements Question {}

    /** Keep a whole record. Answered as {@link Keep}. */
    record KeepAll(SessionKey key, SessionRecord record, Duration idle) implements Question {}

    /** Keep the end of a session. Answered by {@link Reply.Kept}. */
    record KeepEnd(SessionKey key, Tombstone tombstone, Duration age) implements Question {}

    /** What do you have? Answered by {@link Reply.Tells}. */
    record Get(SessionKey key, long known) implements Question {}

    /** A verb of the store, asked of a holder by an srun that is none. */
    sealed interface ToHolder extends Question {}

    record Load(SessionKey key, long known) implements ToHolder {}

    record Create(SessionKey key, SessionRecord record) implements ToHolder {}

    record Save(SessionKey key, SessionDelta delta) implements ToHolder {}

    record Touch(SessionKey key, Instant lastAccess) implements ToHolder {}

    /** @param by a random number of who asks, the same when it asks again */
    record End(SessionKey key, long by) implements ToHolder {}

    record Move(SessionKey from, SessionId to, SessionRecord record) implements ToHolder {}

    record Claim(SessionKey key, Duration grace) implements ToHolder {}

    // repair

    /** Stands for whichever view the asked srun has. */
    long ANY_VIEW = 0;

    /**
     * Digests of the sessions that both sruns hold, by range. Answered by {@link Reply.Differing}.
     *
     * @param sums for each range the sum of the digests of its sessions
     */
    record Compare(long view, List<Long> sums) implements Question {}

    /**
     * Sessions, each by its digest's key and state. Answered by {@link Reply.Wanted}.
     *
     * @param missing whether sessions that the asked srun does not have are offered too
     */
    record Offer(long view, List<Listed> sessions, boolean missing) implements Question {}

    /** Copies of what was wanted. Answered by {@link Reply.Kept}. */
    record Copies(long view, List<Copy> copies) implements Question {}

    /** A session in an offer: a hash of its key, and of its state. */
    record Listed(long key, long state) {}

    record Copy(SessionKey key, State state) {}
}

package org.ringlet.store.ring;

import org.ringlet.session.SessionRecord;

/** What an srun has of one session. Immutable. Times are this JVM's {@code nanoTime}. */
sealed interface Replica {
    /**
     * @param accessed when the session was last used, as far as is known here
     * @param claimed whether somebody has claimed it for expiry since then
     * @param claimedAt when
     */
    record Alive(SessionRecord record, long accessed, boolean claimed, long claimedAt) implements Replica {
        Alive(SessionRecord record, long accessed) {
            this(record, accessed, false, 0);
        }

        Alive claimedAt(long now) {
            return new Alive(record, accessed, true, now);
        }

        /** With a record and an access that may be later; an access after the claim voids that. */
        Alive with(SessionRecord now, long access) {
            long latest = access - accessed > 0 ? access : accessed;
            return new Alive(now, latest, claimed && claimedAt - latest > 0, claimedAt);
        }
    }

    /** The trace of a session that has ended: it must not come back. */
    record Ended(long since) implements Replica {}
}

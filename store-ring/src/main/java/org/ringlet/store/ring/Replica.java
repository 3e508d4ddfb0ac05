package org.ringlet.store.ring;

import java.time.Duration;
import java.util.Optional;
import org.ringlet.session.SessionRecord;

/** What an srun has of one session. Immutable. Times are this JVM's {@code nanoTime}. */
sealed interface Replica {
    /** Of a session that has not ended. */
    sealed interface Live extends Replica {
        long revision();

        /** After how long without an access the session ends; empty if it never does. */
        Optional<Duration> timeout();

        Use use();

        Live with(Use now);
    }

    /**
     * When a session was last used, and whether somebody means to end it.
     *
     * @param accessed when the session was last used, as far as is known here
     * @param claimed whether somebody has claimed it for expiry since then
     * @param claimedAt when
     */
    record Use(long accessed, boolean claimed, long claimedAt) {
        static Use at(long accessed) {
            return new Use(accessed, false, 0);
        }

        Use claimedAt(long now) {
            return new Use(accessed, true, now);
        }

        /** With an access that may be later; an access after the claim voids that. */
        Use accessedAt(long access) {
            long latest = access - accessed > 0 ? access : accessed;
            return new Use(latest, claimed && claimedAt - latest > 0, claimedAt);
        }
    }

    record Alive(SessionRecord record, Use use) implements Live {
        @Override
        public long revision() {
            return record.revision();
        }

        @Override
        public Optional<Duration> timeout() {
            return record.timeout();
        }

        @Override
        public Alive with(Use now) {
            return new Alive(record, now);
        }

        /** What is left in memory when the record is in the file alone. */
        Shelved shelved() {
            long seconds = record.timeout().map(Duration::toSeconds).orElse(0L);
            return new Shelved(record.revision(), seconds, use);
        }
    }

    /**
     * One whose record is in the file alone.
     *
     * @param timeoutSeconds 0 if it never ends
     */
    record Shelved(long revision, long timeoutSeconds, Use use) implements Live {
        @Override
        public Optional<Duration> timeout() {
            return timeoutSeconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(timeoutSeconds));
        }

        @Override
        public Shelved with(Use now) {
            return new Shelved(revision, timeoutSeconds, now);
        }
    }

    /** The trace of a session that has ended: it must not come back. */
    record Ended(Tombstone tombstone, long since) implements Replica {}
}

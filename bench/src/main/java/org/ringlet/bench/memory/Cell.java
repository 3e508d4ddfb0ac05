package org.ringlet.bench.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;

/**
 * What is kept under one key: first nothing, then a record, then the trace that it ended. Its monitor guards it; no
 * I/O is done in it. Times are nanoseconds of the store's clock.
 */
final class Cell {
    private static final Duration CLAIM_LIFE = Duration.ofMinutes(1);

    @GuardedBy("this")
    private @Nullable SessionRecord record;

    @GuardedBy("this")
    private boolean ended;

    /** The last access; once the session has ended, its end. */
    @GuardedBy("this")
    private long since;

    @GuardedBy("this")
    private boolean claimed;

    @GuardedBy("this")
    private long claimedSince;

    synchronized LoadOutcome load(long known, long now) {
        SessionRecord current = record;
        if (current == null) {
            return ended ? new LoadOutcome.Ended() : new LoadOutcome.Missing();
        }
        Duration idle = Duration.ofNanos(now - since);
        return current.revision() == known ? new LoadOutcome.Unchanged(idle) : new LoadOutcome.Changed(current, idle);
    }

    synchronized SaveOutcome save(SessionDelta delta, Supplier<SessionRecord> whole, long now) {
        SessionRecord current = record;
        if (ended || (current == null && !delta.isFirst())) {
            return new SaveOutcome.Ended();
        }
        if (current == null) {
            put(whole.get(), now);
            return new SaveOutcome.Saved();
        }
        if (!delta.isFirst() && delta.base() == current.revision()) {
            put(whole.get().accessed(current.lastAccess()), now);
            return new SaveOutcome.Saved();
        }
        SessionRecord merged = current.apply(delta);
        put(merged, now);
        return new SaveOutcome.Merged(merged);
    }

    synchronized boolean touch(Instant lastAccess, long now) {
        SessionRecord current = record;
        if (current == null) {
            return false;
        }
        put(current.accessed(lastAccess), now);
        return true;
    }

    /** Takes in a session that had another id until now. */
    synchronized SaveOutcome arrive(SessionRecord last, SessionRecord saved, long now) {
        if (ended) {
            return new SaveOutcome.Ended();
        }
        SessionRecord merged = last.merge(saved);
        if (record != null) {
            merged = merged.merge(record);
        }
        put(merged, now);
        return merged.revision() == saved.revision() ? new SaveOutcome.Saved() : new SaveOutcome.Merged(merged);
    }

    /** The last state, if it was this call that ended it. */
    synchronized @Nullable SessionRecord end(long now) {
        SessionRecord last = record;
        if (last != null) {
            record = null;
            ended = true;
            since = now;
        }
        return last;
    }

    synchronized boolean hasEndedFor(Duration atLeast, long now) {
        return ended && now - since >= atLeast.toNanos();
    }

    synchronized boolean isClaimable(Duration grace, long now) {
        return record != null && isIdle(record, grace, now) && !isClaimed(now);
    }

    synchronized ClaimOutcome claim(Duration grace, long now) {
        SessionRecord current = record;
        if (current == null) {
            return new ClaimOutcome.Gone();
        }
        if (!isClaimable(grace, now)) {
            return new ClaimOutcome.Refused(Duration.ofNanos(now - since));
        }
        claimed = true;
        claimedSince = now;
        return new ClaimOutcome.Claimed(current);
    }

    @GuardedBy("this")
    private void put(SessionRecord now, long at) {
        record = now;
        since = at;
        claimed = false;
    }

    @GuardedBy("this")
    private boolean isIdle(SessionRecord current, Duration grace, long now) {
        return current.timeout()
                .map(timeout -> now - since >= timeout.plus(grace).toNanos())
                .orElse(false);
    }

    @GuardedBy("this")
    private boolean isClaimed(long now) {
        return claimed && now - claimedSince < CLAIM_LIFE.toNanos();
    }
}

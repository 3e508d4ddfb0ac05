package org.ringlet.store.ring;

import java.time.Duration;
import java.util.List;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;

/** What can be answered. */
sealed interface Reply {
    record Kept() implements Reply {}

    /** The change can't be kept without the whole record. */
    record NeedsRecord() implements Reply {}

    /** Kept, and with what the asked srun had besides the record is this now. */
    record Has(SessionRecord record) implements Reply {}

    /** @param age since it has ended */
    record HasEnded(Tombstone tombstone, Duration age) implements Reply {}

    /** @param sure whether nobody has a later state */
    record Tells(State state, boolean sure) implements Reply {}

    record Loaded(LoadOutcome outcome) implements Reply {}

    record Saved(SaveOutcome outcome) implements Reply {}

    record Claimed(ClaimOutcome outcome) implements Reply {}

    record Says(boolean yes) implements Reply {}

    /** @param ranges whose digests differ; empty: none */
    record Differing(List<Integer> ranges) implements Reply {}

    record Wanted(List<Long> keys) implements Reply {}

    /** It can't be answered now. */
    record Refused(String reason) implements Reply {}
}

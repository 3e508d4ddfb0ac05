package org.ringlet.store;

import java.time.Duration;
import org.ringlet.session.SessionRecord;

/** What a claim for expiry found. */
public sealed interface ClaimOutcome {
    /** The caller may expire the session; this is its last state. */
    record Claimed(SessionRecord last) implements ClaimOutcome {}

    /** The session is claimed by another, or it was used.
     *
     * @param idle how long ago its last access was stored, by the store's clock
     */
    record Refused(Duration idle) implements ClaimOutcome {}

    /** There is nothing to expire. */
    record Gone() implements ClaimOutcome {}
}

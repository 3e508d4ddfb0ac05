package org.ringlet.store;

import java.time.Duration;
import org.ringlet.session.SessionRecord;

/** What a store says of a session that it was asked for. */
public sealed interface LoadOutcome {
    /** @param idle how long ago the last access was stored, by the store's clock */
    record Unchanged(Duration idle) implements LoadOutcome {}

    /** @param idle how long ago the last access was stored, by the store's clock */
    record Changed(SessionRecord record, Duration idle) implements LoadOutcome {}

    /** There is no such session, and no trace that there was one. */
    record Missing() implements LoadOutcome {}

    /** There was such a session. It must not come back. */
    record Ended() implements LoadOutcome {}
}

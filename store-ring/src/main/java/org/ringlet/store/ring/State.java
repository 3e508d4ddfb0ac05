package org.ringlet.store.ring;

import java.time.Duration;
import org.ringlet.session.SessionRecord;

/** What an srun tells another of a session. Ages instead of times: the clocks of two machines are never compared. */
sealed interface State {
    /** @param idle how long ago the session was last used */
    record Alive(SessionRecord record, Duration idle) implements State {}

    /** As the asker has it. */
    record Same(Duration idle) implements State {}

    /** @param age since it has ended */
    record Ended(Tombstone tombstone, Duration age) implements State {}

    record Unknown() implements State {}
}

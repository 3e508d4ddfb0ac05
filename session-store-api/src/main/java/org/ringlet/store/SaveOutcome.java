package org.ringlet.store;

import org.ringlet.session.SessionRecord;

/** What became of a save. */
public sealed interface SaveOutcome {
    /** The store has the saver's state. */
    record Saved() implements SaveOutcome {}

    /** Another srun was first; the store has both changes, and this is what they make together. */
    record Merged(SessionRecord now) implements SaveOutcome {}

    /** The session has ended; nothing was stored. */
    record Ended() implements SaveOutcome {}
}

package org.ringlet.store.ring;

import java.util.Optional;
import org.ringlet.session.SessionId;

/**
 * What is kept of a session that has ended.
 *
 * @param by a random number of who ended it, so that it knows its own when it has to ask again
 * @param movedTo the id that the session has now; empty if it is over
 */
record Tombstone(long by, Optional<SessionId> movedTo) {}

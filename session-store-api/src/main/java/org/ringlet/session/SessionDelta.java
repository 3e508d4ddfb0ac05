package org.ringlet.session;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * What a request changed in a session.
 *
 * @param base the revision that the changes were made to; {@link Revision#NONE} for the first save of a session, the
 *     only one that may create it
 * @param changes the entries that were written or removed, by name
 * @param lastAccess the latest access that the saver knows of
 */
public record SessionDelta(long base, Map<String, Entry> changes, Instant lastAccess) {
    public SessionDelta {
        changes = Map.copyOf(changes);
        Objects.requireNonNull(lastAccess, "lastAccess");
    }

    public static SessionDelta creating(SessionRecord record) {
        return new SessionDelta(Revision.NONE, record.entries(), record.lastAccess());
    }

    public boolean isFirst() {
        return base == Revision.NONE;
    }
}

package org.ringlet.store.ring;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionRecord;

/**
 * A change of a session as it travels from one holder to the other: what it takes follows what has changed within a
 * value, not how large the value is.
 *
 * @param base the revision of the sender's copy before the change
 */
record Patch(long base, Map<String, Piece> pieces, Instant lastAccess) {
    Patch {
        pieces = Map.copyOf(pieces);
    }

    static Patch of(SessionRecord before, SessionDelta delta) {
        Map<String, Piece> pieces = new HashMap<>();
        delta.changes()
                .forEach((name, entry) ->
                        pieces.put(name, Piece.of(before.entries().get(name), entry)));
        return new Patch(before.revision(), pieces, delta.lastAccess());
    }

    /** The change that it makes to a copy; null if that is not one it can be told from. */
    @Nullable
    SessionDelta on(SessionRecord copy) {
        boolean isBase = copy.revision() == base;
        Map<String, Entry> changes = new HashMap<>();
        for (Map.Entry<String, Piece> piece : pieces.entrySet()) {
            Entry before = isBase ? copy.entries().get(piece.getKey()) : null;
            Entry entry = piece.getValue().on(before);
            if (entry == null) {
                return null;
            }
            changes.put(piece.getKey(), entry);
        }
        return new SessionDelta(base, changes, lastAccess);
    }
}

package org.ringlet.session;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of one session as stores keep it: entries by name, the last access, and the floor. Immutable.
 *
 * <p>Attributes are entries under their own names. What else a session has, its timeout for one, are entries under the
 * names of {@link Reserved}, which no attribute can have.
 *
 * <p><b>Floor.</b> Removal markers can't stay for ever. {@link #withoutMarkersUpTo} drops the old ones and raises the
 * floor to the latest that was dropped: of everything written up to the floor this record has all that is left. So in
 * a merge the record with the higher floor has the word on entries at or below it, and all later entries compete by
 * stamp.
 */
public final class SessionRecord {
    public static final SessionRecord EMPTY = new SessionRecord(Map.of(), Instant.EPOCH, Stamp.ZERO);

    private final Map<String, Entry> entries;
    private final Instant lastAccess;
    private final Stamp floor;
    private final long revision;

    public SessionRecord(Map<String, Entry> entries, Instant lastAccess, Stamp floor) {
        this.entries = Map.copyOf(entries);
        this.lastAccess = Objects.requireNonNull(lastAccess, "lastAccess");
        this.floor = Objects.requireNonNull(floor, "floor");
        this.revision = Revision.of(this.entries, floor);
    }

    /** Unmodifiable; removal markers are among them. */
    public Map<String, Entry> entries() {
        return entries;
    }

    /** By the clock of the srun that was accessed: for applications to read, never to decide expiry by. */
    public Instant lastAccess() {
        return lastAccess;
    }

    public Stamp floor() {
        return floor;
    }

    /** Equal revisions mean equal state but for the last access. */
    public long revision() {
        return revision;
    }

    /** The bytes under a name; empty if there are none or they were removed. */
    public Optional<Bytes> value(String name) {
        return entries.get(name) instanceof Entry.Value value ? Optional.of(value.bytes()) : Optional.empty();
    }

    /** After how long without an access the session ends; empty if it never does. */
    public Optional<Duration> timeout() {
        return value(Reserved.TIMEOUT)
                .filter(bytes -> bytes.size() == Integer.BYTES)
                .map(bytes -> ByteBuffer.wrap(bytes.array()).getInt())
                .filter(seconds -> seconds > 0)
                .map(Duration::ofSeconds);
    }

    /** How many bytes the names and values have, for limits. */
    public long size() {
        long size = 0;
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            size += entry.getKey().length();
            size += entry.getValue() instanceof Entry.Value value
                    ? value.bytes().size()
                    : 0;
        }
        return size;
    }

    /** The record in which two copies meet. Commutative, associative and idempotent. */
    public SessionRecord merge(SessionRecord other) {
        if (revision == other.revision
                && floor.equals(other.floor)
                && entries.keySet().equals(other.entries.keySet())) {
            if (entries.equals(other.entries)) {
                return lastAccess.isBefore(other.lastAccess) ? other : this;
            }
        }
        Stamp mergedFloor = floor.max(other.floor);
        Map<String, Entry> merged = new HashMap<>();
        addVouchedFor(merged, mergedFloor);
        other.addVouchedFor(merged, mergedFloor);
        return new SessionRecord(merged, later(lastAccess, other.lastAccess), mergedFloor);
    }

    /** This record with a delta applied: the same as a merge with what the delta has. */
    public SessionRecord apply(SessionDelta delta) {
        if (delta.changes().isEmpty()) {
            return accessed(delta.lastAccess());
        }
        Map<String, Entry> merged = new HashMap<>(entries);
        delta.changes().forEach((name, entry) -> {
            if (entry.stamp().isAfter(floor)) {
                merged.merge(name, entry, Entry::later);
            }
        });
        return new SessionRecord(merged, later(lastAccess, delta.lastAccess()), floor);
    }

    public SessionRecord accessed(Instant access) {
        return access.isAfter(lastAccess) ? new SessionRecord(entries, access, floor) : this;
    }

    /** Drops the removal markers that are not after {@code horizon}; the floor rises to the latest of them. */
    public SessionRecord withoutMarkersUpTo(Stamp horizon) {
        Map<String, Entry> kept = new HashMap<>(entries);
        Stamp raised = floor;
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            Stamp stamp = entry.getValue().stamp();
            if (entry.getValue().isRemoved() && !stamp.isAfter(horizon)) {
                kept.remove(entry.getKey());
                raised = raised.max(stamp);
            }
        }
        return kept.size() == entries.size() ? this : new SessionRecord(kept, lastAccess, raised);
    }

    private void addVouchedFor(Map<String, Entry> merged, Stamp mergedFloor) {
        boolean knowsAllUpToFloor = floor.equals(mergedFloor);
        entries.forEach((name, entry) -> {
            if (knowsAllUpToFloor || entry.stamp().isAfter(mergedFloor)) {
                merged.merge(name, entry, Entry::later);
            }
        });
    }

    private static Instant later(Instant a, Instant b) {
        return a.isBefore(b) ? b : a;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SessionRecord that
                && revision == that.revision
                && lastAccess.equals(that.lastAccess)
                && floor.equals(that.floor)
                && entries.equals(that.entries);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(revision);
    }

    /** Names and sizes, never values. */
    @Override
    public String toString() {
        return "record " + Long.toHexString(revision) + " " + entries;
    }
}

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

    private final NameMap<Entry> entries;
    private final Instant lastAccess;
    private final Stamp floor;
    private final long revision;

    /** @param entries removal markers at or below the floor are left out: it says as much */
    public SessionRecord(Map<String, Entry> entries, Instant lastAccess, Stamp floor) {
        this.entries = withoutMarkers(entries, floor);
        this.lastAccess = Objects.requireNonNull(lastAccess, "lastAccess");
        this.floor = Objects.requireNonNull(floor, "floor");
        this.revision = Revision.of(this.entries, floor);
    }

    private SessionRecord(NameMap<Entry> entries, Instant lastAccess, Stamp floor, long revision) {
        this.entries = entries;
        this.lastAccess = lastAccess;
        this.floor = floor;
        this.revision = revision;
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

    /** How many characters the names and bytes the values have, for limits. */
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
        if (hasStateOf(other)) {
            return lastAccess.isBefore(other.lastAccess) ? other : this;
        }
        Stamp mergedFloor = floor.max(other.floor);
        Map<String, Entry> merged = new HashMap<>();
        addVouchedFor(merged, mergedFloor);
        other.addVouchedFor(merged, mergedFloor);
        return new SessionRecord(merged, later(lastAccess, other.lastAccess), mergedFloor);
    }

    /** This record with a delta applied: a merge with what the delta has. */
    public SessionRecord apply(SessionDelta delta) {
        if (delta.changes().isEmpty()) {
            return accessed(delta.lastAccess());
        }
        return isAboveFloor(delta)
                ? withChanges(delta)
                : merge(new SessionRecord(delta.changes(), delta.lastAccess(), Stamp.ZERO));
    }

    private boolean isAboveFloor(SessionDelta delta) {
        for (Entry change : delta.changes().values()) {
            if (!change.stamp().isAfter(floor)) {
                return false;
            }
        }
        return true;
    }

    /** The merge with changes that are all after the floor: what it costs follows what changed, not what there is. */
    private SessionRecord withChanges(SessionDelta delta) {
        Map<String, Entry> latest = new HashMap<>();
        long sum = revision;
        for (Map.Entry<String, Entry> change : delta.changes().entrySet()) {
            String name = change.getKey();
            Entry before = entries.get(name);
            Entry after = before == null ? change.getValue() : Entry.later(before, change.getValue());
            latest.put(name, after);
            sum += Revision.of(name, after) - (before == null ? 0 : Revision.of(name, before));
        }
        return new SessionRecord(entries.with(latest), later(lastAccess, delta.lastAccess()), floor, sum);
    }

    public SessionRecord accessed(Instant access) {
        return access.isAfter(lastAccess) ? new SessionRecord(entries, access, floor, revision) : this;
    }

    /**
     * Drops the removal markers that are not after {@code horizon}; the floor rises to the latest of them. The record
     * then has the word on all that was written up to there, so the horizon must be so old that every copy has met the
     * others since: what this one has not heard of by then is lost.
     */
    public SessionRecord withoutMarkersUpTo(Stamp horizon) {
        Stamp raised = entries.values().stream()
                .filter(entry -> isMarker(entry, horizon))
                .map(Entry::stamp)
                .reduce(floor, Stamp::max);
        return raised.equals(floor) ? this : new SessionRecord(entries, lastAccess, raised);
    }

    private static NameMap<Entry> withoutMarkers(Map<String, Entry> entries, Stamp floor) {
        if (entries.values().stream().noneMatch(entry -> isMarker(entry, floor))) {
            return NameMap.of(entries);
        }
        Map<String, Entry> kept = new HashMap<>(entries);
        kept.values().removeIf(entry -> isMarker(entry, floor));
        return NameMap.of(kept);
    }

    private static boolean isMarker(Entry entry, Stamp upTo) {
        return entry.isRemoved() && !entry.stamp().isAfter(upTo);
    }

    private boolean hasStateOf(SessionRecord other) {
        return revision == other.revision && floor.equals(other.floor) && entries.equals(other.entries);
    }

    /** Adds the entries that this record has the word on, or that the other one can't have dropped. */
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
        return other instanceof SessionRecord that && hasStateOf(that) && lastAccess.equals(that.lastAccess);
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

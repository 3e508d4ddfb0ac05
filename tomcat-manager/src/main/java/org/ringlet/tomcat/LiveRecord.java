package org.ringlet.tomcat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ringlet.codec.UnreadableAttributeException;
import org.ringlet.codec.UnstorableAttributeException;
import org.ringlet.form.RecordForm;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.Reserved;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;

/**
 * The record of a session in memory: entries whose values may be live objects, what the store has of each, and what the
 * application changed since.
 *
 * <p><b>What counts as a change.</b> What was set or removed; and, of the live objects that requests took, those whose
 * bytes now differ from the stored ones. Encodings are not stable (the order of a hash table, a lazily filled field), so
 * the bytes must also differ from what the stored ones become when they are decoded and encoded again; else a mere
 * reader could put its old value over another srun's change.
 *
 * <p><b>Exchange.</b> A value from elsewhere replaces the live object, except one that a request has taken which is not
 * answered yet. Until then the revision here is not the store's, so the next load brings the value again. "Answered" and
 * not "over": a client that has its answer may be elsewhere and back before Tomcat is done with the request, and must
 * not find the value from before.
 *
 * <p>Thread-safe. The monitor is held for moments only: application code, which encoding and decoding run, and I/O
 * happen without it.
 */
final class LiveRecord {
    /** A change that is to be stored. */
    record Change(String name, Entry entry, long at) {
        int size() {
            return entry instanceof Entry.Value value ? value.bytes().size() : 0;
        }

        Change stamped(Stamp stamp) {
            Entry stamped = entry instanceof Entry.Value value
                    ? new Entry.Value(stamp, value.bytes())
                    : new Entry.Removed(stamp);
            return new Change(name, stamped, at);
        }
    }

    private record Candidate(String name, @Nullable Object value, @Nullable Bytes base, long at, boolean isSet) {}

    private final Serialization serialization;
    private final BiConsumer<String, Object> activated;
    private final Slots slots = new Slots();

    /** What the slots had that are not there now, since nobody has used them for a while; null if all are there. */
    private byte @Nullable [] packed;

    private Stamp floor = Stamp.ZERO;
    private long revision = Revision.NONE;
    private long uses;
    private long confirmations;

    /** @param activated is told the name and the object of what has come from the store, without a lock held */
    LiveRecord(Serialization serialization, BiConsumer<String, Object> activated) {
        this.serialization = serialization;
        this.activated = activated;
    }

    /** The revision of what is known of the store. */
    synchronized long revision() {
        return revision;
    }

    /** Grows with each read or write of a value: if it has not grown, nothing has changed, not even in place. */
    synchronized long uses() {
        return uses;
    }

    /** Grows with each save that was confirmed: changes that were encoded before one may be older than the store. */
    synchronized long confirmations() {
        return confirmations;
    }

    // reading and writing

    /** Bytes that are an entry as they are, without a frame of the codec's; null if there are none. */
    synchronized @Nullable Bytes bytes(String name) {
        Slot slot = slots().get(name);
        if (slot == null) {
            return null;
        }
        return slot.isChanged() ? (Bytes) slot.live() : slot.frame();
    }

    /** The live object under a name, decoded if need be; null if there is none or it can't be read. */
    @Nullable
    Object get(String name) {
        while (true) {
            Bytes frame;
            synchronized (this) {
                uses++;
                Slot slot = slots().get(name);
                if (slot == null || !slot.isPresent()) {
                    return null;
                }
                Object live = slot.live();
                if (live != null) {
                    take(slot);
                    return live;
                }
                frame = Objects.requireNonNull(slot.frame(), "what is present and not live has bytes");
            }
            Object decoded = serialization.decode(name, frame);
            if (becomesLive(name, frame, decoded)) {
                if (decoded != null) {
                    activated.accept(name, decoded);
                }
                return decoded;
            }
        }
    }

    /** Makes an object the live one, unless the bytes it was decoded from have changed or another thread was first. */
    private synchronized boolean becomesLive(String name, Bytes frame, @Nullable Object decoded) {
        Slot slot = slots().get(name);
        if (slot == null || !slot.isPresent() || slot.live() != null || !Objects.equals(frame, slot.frame())) {
            return false;
        }
        slot.decoded(decoded);
        take(slot);
        return true;
    }

    private void take(Slot slot) {
        slot.read(serialization.clock().nextTime());
        RequestScope scope = RequestScope.current();
        if (scope == null) {
            slot.stray();
        } else if (scope.isFirstTake(this, slot)) {
            slot.hold();
        }
    }

    /** A request that took the live object is answered. */
    synchronized void release(Slot slot) {
        slot.release();
    }

    /** Sets a value, from now on a change. Returns the live object it replaces, which the caller has decoded before. */
    synchronized @Nullable Object put(String name, Object value) {
        uses++;
        Slot slot = slots().getOrAdd(name);
        Object previous = slot.live();
        slot.set(value, serialization.clock().nextTime());
        return previous;
    }

    /** Removes a value, from now on a change. Returns the live object that was there. */
    synchronized @Nullable Object remove(String name) {
        uses++;
        Slot slot = slots().get(name);
        if (slot == null || !slot.isPresent()) {
            return null;
        }
        Object previous = slot.live();
        slot.set(null, serialization.clock().nextTime());
        return previous;
    }

    /** The names under which the application sees a value. */
    synchronized Set<String> attributeNames() {
        Set<String> names = new HashSet<>();
        for (Slot slot : slots()) {
            if (slot.isPresent() && !Reserved.is(slot.name)) {
                names.add(slot.name);
            }
        }
        return names;
    }

    /** The live objects by the names of their entries; they count as taken. */
    synchronized Map<String, Object> liveValues() {
        uses++;
        Map<String, Object> values = new HashMap<>();
        for (Slot slot : slots()) {
            Object live = slot.live();
            if (live != null) {
                slot.read(serialization.clock().nextTime());
                values.put(slot.name, live);
            }
        }
        return values;
    }

    // what is to be stored

    /** What is to be stored, encoded now. Runs application code. */
    List<Change> changes() {
        List<Change> changes = new ArrayList<>(2);
        for (Candidate candidate : candidates()) {
            Change change = candidate.isSet() ? setChange(candidate) : inPlaceChange(candidate);
            if (change != null) {
                changes.add(change);
            }
        }
        return changes;
    }

    private synchronized List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>(2);
        for (Slot slot : slots()) {
            Object live = slot.live();
            if (slot.isChanged() && !slot.isLocalOnly()) {
                candidates.add(new Candidate(slot.name, live, slot.frame(), slot.changedAt(), true));
            } else if (slot.isTaken() && live != null && mayHaveChangedInPlace(slot, live)) {
                candidates.add(new Candidate(slot.name, live, slot.frame(), timeOfInPlaceChange(slot), false));
            }
        }
        return candidates;
    }

    private boolean mayHaveChangedInPlace(Slot slot, Object live) {
        return slot.frame() != null
                && (!Reserved.is(slot.name) || slot.name.equals(GraphAttributes.NAME))
                && serialization.mayChangeInPlace(live);
    }

    /** When the object was taken; but if it was stored since then, it has changed after that. */
    private long timeOfInPlaceChange(Slot slot) {
        boolean storedSince = slot.isStoredBy(serialization.clock().writer(), slot.readAt());
        return storedSince ? serialization.clock().nextTime() : slot.readAt();
    }

    private @Nullable Change setChange(Candidate candidate) {
        Stamp stamp = serialization.stamp(candidate.at());
        Object value = candidate.value();
        if (value == null) {
            return isUnknownToStore(candidate) ? null : removal(candidate, stamp);
        }
        if (serialization.isExcluded(candidate.name(), value)) {
            return keptLocal(candidate, stamp);
        }
        try {
            Bytes bytes = serialization.encode(candidate.name(), value);
            return new Change(candidate.name(), new Entry.Value(stamp, bytes), candidate.at());
        } catch (UnstorableAttributeException e) {
            serialization.reportUnstorable(candidate.name(), value, e);
            return isPassing(e) ? null : keptLocal(candidate, stamp);
        }
    }

    /** Whether the object was merely being changed by another thread: the stored bytes stay until a later save. */
    private static boolean isPassing(UnstorableAttributeException e) {
        return e.getCause() instanceof ConcurrentModificationException;
    }

    private static Change removal(Candidate candidate, Stamp stamp) {
        return new Change(candidate.name(), new Entry.Removed(stamp), candidate.at());
    }

    /** What was set and removed again before the store heard of it has never been. */
    private synchronized boolean isUnknownToStore(Candidate candidate) {
        Slot slot = slots().get(candidate.name());
        boolean unknown = slot != null && !slot.isStored() && slot.changedAt() == candidate.at();
        if (unknown) {
            slots().removeIf(other -> other == slot);
        }
        return unknown;
    }

    /** The object stays in this JVM; what the store had under the name before must not be seen elsewhere any more. */
    private synchronized @Nullable Change keptLocal(Candidate candidate, Stamp stamp) {
        if (candidate.base() != null) {
            return removal(candidate, stamp);
        }
        Slot slot = slots().get(candidate.name());
        if (slot != null && slot.changedAt() == candidate.at()) {
            slot.keepLocal();
        }
        return null;
    }

    private @Nullable Change inPlaceChange(Candidate candidate) {
        Object value = candidate.value();
        Bytes base = candidate.base();
        if (value == null || base == null) {
            return null;
        }
        try {
            Bytes bytes = serialization.encode(candidate.name(), value);
            if (bytes.equals(base) || Objects.equals(bytes, encodedAgain(base))) {
                return null;
            }
            Stamp stamp = serialization.stamp(candidate.at());
            return new Change(candidate.name(), new Entry.Value(stamp, bytes), candidate.at());
        } catch (UnstorableAttributeException e) {
            serialization.reportUnstorable(candidate.name(), value, e);
            return null;
        }
    }

    private @Nullable Bytes encodedAgain(Bytes base) {
        try {
            return serialization.codec().encode(serialization.codec().decode(base));
        } catch (UnreadableAttributeException e) {
            // it could be read when the live object was made of it; that has changed since, or the class has
            return null;
        }
    }

    /** The delta that changes make to what is known of the store. */
    SessionDelta delta(List<Change> changes, Instant lastAccess) {
        Map<String, Entry> entries = new HashMap<>();
        changes.forEach(change -> entries.put(change.name(), change.entry()));
        return new SessionDelta(revision(), entries, lastAccess);
    }

    /** What is known of the store with changes applied. */
    synchronized SessionRecord whole(List<Change> changes, Instant lastAccess) {
        Map<String, Entry> entries = new HashMap<>();
        for (Slot slot : slots()) {
            Entry stored = slot.stored();
            if (stored != null) {
                entries.put(slot.name, stored);
            }
        }
        changes.forEach(change -> entries.merge(change.name(), change.entry(), Entry::later));
        return new SessionRecord(entries, lastAccess, floor);
    }

    /** How many bytes the names and values would have with changes applied. */
    synchronized long sizeWith(List<Change> changes) {
        long size = 0;
        for (Slot slot : slots()) {
            size += slot.name.length() + sizeOf(slot.frame());
        }
        for (Change change : changes) {
            Slot slot = slots().get(change.name());
            size += change.size() - (slot == null ? 0 : sizeOf(slot.frame()));
        }
        return size;
    }

    private static int sizeOf(@Nullable Bytes frame) {
        return frame == null ? 0 : frame.size();
    }

    /** For people: the largest of changes, with its size. */
    static String largest(List<Change> changes) {
        return changes.stream()
                .max(Comparator.comparingInt(Change::size))
                .map(change -> "\"" + change.name() + "\" with " + change.size() + " bytes")
                .orElse("none changed");
    }

    // what sits idle

    /**
     * Packs what the store has and no live object stands beside: a few bytes more than the values themselves, where the
     * slots take a hundred bytes for each. Whoever needs one of them unpacks them all.
     */
    synchronized void pack() {
        Map<String, Entry> idle = new HashMap<>();
        for (Slot slot : slots()) {
            Entry stored = slot.stored();
            if (stored != null && slot.isIdle()) {
                idle.put(slot.name, stored);
            }
        }
        if (idle.size() > 1) {
            slots.removeIf(slot -> idle.containsKey(slot.name));
            packed = RecordForm.write(new SessionRecord(idle, Instant.EPOCH, Stamp.ZERO));
        }
    }

    private Slots slots() {
        byte[] bytes = packed;
        if (bytes != null) {
            packed = null;
            RecordForm.read("a session in memory", bytes)
                    .entries()
                    .forEach((name, entry) -> slots.add(new Slot(name, entry)));
        }
        return slots;
    }

    // what the store says

    /** Notes that changes are in the store. */
    synchronized void confirm(List<Change> changes) {
        confirmations++;
        for (Change change : changes) {
            Slot slot = slots().getOrAdd(change.name());
            Entry stored = slot.stored();
            if (stored == null || change.entry().stamp().isAfter(stored.stamp())) {
                revision -= stored == null ? 0 : Revision.of(slot.name, stored);
                revision += Revision.of(slot.name, change.entry());
                slot.store(change.entry());
            }
            if (slot.changedAt() == change.at()) {
                slot.settled();
                if (change.entry().isRemoved() && slot.live() != null) {
                    slot.keepLocal();
                }
            }
        }
    }

    /** Takes over what the store has. */
    synchronized void adopt(SessionRecord now) {
        serialization.clock().observe(now);
        now.entries().forEach(this::adopt);
        if (now.floor().isAfter(floor)) {
            floor = now.floor();
            slots().removeIf(slot -> isForgotten(slot, now));
        }
        revision = whole(List.of(), Instant.EPOCH).revision();
    }

    private void adopt(String name, Entry entry) {
        Slot slot = slots().get(name);
        if (slot == null) {
            slots().add(new Slot(name, entry));
            return;
        }
        Entry stored = slot.stored();
        if (stored != null && !entry.stamp().isAfter(stored.stamp())) {
            return;
        }
        if (slot.isChanged() && serialization.stamp(slot.changedAt()).isAfter(entry.stamp())) {
            slot.store(entry);
        } else if (slot.isChanged() || !slot.isHeld()) {
            slot.store(entry);
            slot.forgetLive();
        }
    }

    /** Whether a copy that knows all up to its floor knows nothing of the slot, which was written before that. */
    private static boolean isForgotten(Slot slot, SessionRecord now) {
        Entry stored = slot.stored();
        return stored != null
                && !slot.isChanged()
                && !now.entries().containsKey(slot.name)
                && !stored.stamp().isAfter(now.floor());
    }

    /** Forgets what was changed and not stored. */
    synchronized void revert() {
        slots().removeIf(slot -> !slot.isStored() && !slot.isLocalOnly());
        for (Slot slot : slots()) {
            if (!slot.isLocalOnly()) {
                slot.forgetLive();
            }
        }
    }

    /** Forgets which live objects were taken, if no request is running that could have taken one. */
    synchronized void quietUnless(BooleanSupplier inUse) {
        if (!inUse.getAsBoolean()) {
            for (Slot slot : slots()) {
                slot.quiet();
            }
        }
    }
}

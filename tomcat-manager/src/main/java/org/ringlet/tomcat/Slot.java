package org.ringlet.tomcat;

import org.jspecify.annotations.Nullable;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;

/**
 * One entry of a session in memory: what the store has of it, and beside that the live object. Guarded by its
 * {@link LiveRecord}.
 *
 * <p>There are a dozen of these in each session that sits idle in memory, so they are kept small: stamps lie open, and
 * what only a running request needs is in a {@link Use} of its own.
 */
final class Slot {
    /** What a request that is running does with the entry. Times are those of stamps; 0 is "not". */
    private static final class Use {
        long changedAt;
        long readAt;
        int holders;
        boolean strayed;
        boolean localOnly;
    }

    /** Stands for a value that could not be decoded: the bytes are passed on, the application sees nothing. */
    private static final Object UNREADABLE = new Object();

    final String name;
    private @Nullable Object value;
    private @Nullable Bytes frame;
    private @Nullable Writer writer;
    private long time;
    private @Nullable Use use;

    Slot(String name) {
        this.name = name;
    }

    Slot(String name, Entry entry) {
        this.name = name;
        store(entry);
    }

    // what the store has

    /** What the store has; null if it has neither a value nor a removal marker. */
    @Nullable
    Entry stored() {
        if (writer == null) {
            return null;
        }
        Stamp stamp = new Stamp(time, writer);
        return frame == null ? new Entry.Removed(stamp) : new Entry.Value(stamp, frame);
    }

    /** The bytes that the store has. */
    @Nullable
    Bytes frame() {
        return frame;
    }

    boolean isStored() {
        return writer != null;
    }

    /** Whether this writer stored the entry at the time or later. */
    boolean isStoredBy(Writer by, long since) {
        return by.equals(writer) && time >= since;
    }

    /** Notes what the store has now. */
    void store(Entry entry) {
        frame = entry instanceof Entry.Value stored ? stored.bytes() : null;
        writer = entry.stamp().writer();
        time = entry.stamp().time();
    }

    // what the application sees

    /** The live object; null before it is decoded, and if there is none. */
    @Nullable
    Object live() {
        return value == UNREADABLE ? null : value;
    }

    /** Whether the application sees a value here. */
    boolean isPresent() {
        return value == null ? frame != null && !isChanged() : value != UNREADABLE;
    }

    /** Notes the object that the stored bytes are; null if they can't be read. */
    void decoded(@Nullable Object object) {
        value = object == null ? UNREADABLE : object;
    }

    /** Forgets the live object: the stored bytes have the word. */
    void forgetLive() {
        value = null;
        use = null;
    }

    // what requests do

    void set(@Nullable Object object, long at) {
        value = object;
        use().changedAt = at;
        use().localOnly = false;
    }

    void read(long at) {
        use().readAt = at;
    }

    /** When it was set or removed, if the store does not know of that. */
    long changedAt() {
        return use == null ? 0 : use.changedAt;
    }

    boolean isChanged() {
        return changedAt() != 0;
    }

    /** When a request last took the live object, if one may still have it. */
    long readAt() {
        return use == null ? 0 : use.readAt;
    }

    /** Whether a request may have the live object, so that it may have been changed in place. */
    boolean isTaken() {
        return readAt() != 0 && live() != null;
    }

    /** One more request has the live object and is not answered yet. */
    void hold() {
        use().holders++;
    }

    /** A thread that serves no request that is known of has the live object. */
    void stray() {
        use().strayed = true;
    }

    /** A request that had the live object is answered. */
    void release() {
        if (use != null && use.holders > 0) {
            use.holders--;
        }
    }

    /** Whether the live object must not be exchanged under a request that has it. */
    boolean isHeld() {
        return live() != null && use != null && (use.holders > 0 || use.strayed);
    }

    /** Whether the live object can't or must not be stored, so that it lives in this JVM only. */
    boolean isLocalOnly() {
        return use != null && use.localOnly;
    }

    void keepLocal() {
        use().localOnly = true;
    }

    /** Notes that the change is in the store. */
    void settled() {
        use().changedAt = 0;
    }

    /**
     * Notes that no request can have the live object any more. A string is kept as its bytes alone then: it is quickly
     * decoded again, nobody can tell the difference, and most of what sits idle in memory is strings. What is bytes
     * anyway is kept once.
     */
    void quiet() {
        if (use != null) {
            use.readAt = 0;
            use.holders = 0;
            use.strayed = false;
            if (use.changedAt == 0 && !use.localOnly) {
                use = null;
            }
        }
        if (use == null && frame != null && (value instanceof String || value instanceof Bytes)) {
            value = null;
        }
    }

    /** Whether there is nothing here but what the store has. */
    boolean isIdle() {
        return value == null && use == null;
    }

    private Use use() {
        if (use == null) {
            use = new Use();
        }
        return use;
    }
}

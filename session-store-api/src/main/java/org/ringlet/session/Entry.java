package org.ringlet.session;

/** What a record has under a name: a value or the trace of its removal, with the stamp of when that was written. */
public sealed interface Entry {
    Stamp stamp();

    record Value(Stamp stamp, Bytes bytes) implements Entry {}

    /** The marker of a removal: it keeps an older value, in a copy that has not heard of the removal, from returning. */
    record Removed(Stamp stamp) implements Entry {}

    default boolean isRemoved() {
        return this instanceof Removed;
    }

    /**
     * The one of two entries of the same name that stays: the later. Of two with the same stamp, which only a faulty
     * or hostile writer makes, a removal stays, else the greater bytes, so that the choice is the same everywhere.
     */
    static Entry later(Entry a, Entry b) {
        int order = a.stamp().compareTo(b.stamp());
        if (order != 0) {
            return order > 0 ? a : b;
        }
        if (a instanceof Value left && b instanceof Value right) {
            return left.bytes().compareTo(right.bytes()) >= 0 ? a : b;
        }
        return a.isRemoved() ? a : b;
    }

    /** Whether two entries of the same name break the rule that a stamp is issued once. */
    static boolean conflict(Entry a, Entry b) {
        return a.stamp().equals(b.stamp()) && !a.equals(b);
    }
}

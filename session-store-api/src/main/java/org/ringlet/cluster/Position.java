package org.ringlet.cluster;

import java.util.Comparator;

/** A place in a text: its line, and the character in it, both from 1. */
record Position(int line, int column) implements Comparable<Position> {
    /** Of the file as a whole. */
    static final Position NONE = new Position(0, 0);

    private static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}

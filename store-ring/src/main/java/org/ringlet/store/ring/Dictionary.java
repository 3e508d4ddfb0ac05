package org.ringlet.store.ring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;

/**
 * What has been said before in one direction of a connection, so that it is said once and then by its place. Both sides
 * fill theirs alike, since messages arrive in the order in which they were written; when it is full, the rest is said
 * each time. Confined to the loop.
 */
final class Dictionary<T> {
    /** So that nobody can make the other side keep more. */
    static final int LIMIT = 1024;

    private final Map<T, Integer> places = new HashMap<>();
    private final List<T> items = new ArrayList<>();

    void put(T item, ByteSink to, Consumer<T> writer) {
        Integer place = places.get(item);
        if (place != null) {
            to.putVarint(place + 1L);
            return;
        }
        to.putVarint(0);
        writer.accept(item);
        add(item);
    }

    T get(ByteSource from, Supplier<T> reader) {
        long place = from.getVarint() - 1;
        if (place < 0) {
            T item = reader.get();
            add(item);
            return item;
        }
        if (place >= items.size()) {
            throw from.malformed("place " + place + " of " + items.size() + " in what was said before");
        }
        return items.get((int) place);
    }

    private void add(T item) {
        if (items.size() < LIMIT && places.putIfAbsent(item, items.size()) == null) {
            items.add(item);
        }
    }
}

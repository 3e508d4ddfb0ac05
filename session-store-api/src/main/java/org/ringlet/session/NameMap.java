package org.ringlet.session;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Values by name: two arrays in the order of the names. A session has a handful of entries, and each save makes a new
 * record of it: one with other values under the same names shares the names, and costs an array of references. Immutable.
 */
final class NameMap<V> extends AbstractMap<String, V> {
    private final String[] names;
    private final V[] values;

    private NameMap(String[] names, V[] values) {
        this.names = names;
        this.values = values;
    }

    @SuppressWarnings("unchecked") // nobody else ever has the array
    static <V> NameMap<V> of(Map<String, V> map) {
        if (map instanceof NameMap<V> same) {
            return same;
        }
        String[] names = map.keySet().toArray(String[]::new);
        Arrays.sort(names);
        Object[] values = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            values[i] = map.get(names[i]);
        }
        return new NameMap<>(names, (V[]) values);
    }

    /** This map with other values under some names. */
    NameMap<V> with(Map<String, V> changes) {
        String[] newNames = names;
        V[] newValues = values.clone();
        for (Map.Entry<String, V> change : changes.entrySet()) {
            int at = Arrays.binarySearch(newNames, change.getKey());
            if (at < 0) {
                at = -at - 1;
                newNames = inserted(newNames, at, change.getKey());
                newValues = inserted(newValues, at, change.getValue());
            } else {
                newValues[at] = change.getValue();
            }
        }
        return new NameMap<>(newNames, newValues);
    }

    private static <T> T[] inserted(T[] array, int at, T item) {
        T[] longer = Arrays.copyOf(array, array.length + 1);
        System.arraycopy(array, at, longer, at + 1, array.length - at);
        longer[at] = item;
        return longer;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public @Nullable V get(@Nullable Object name) {
        int at = name instanceof String text ? Arrays.binarySearch(names, text) : -1;
        return at < 0 ? null : values[at];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return get(name) != null;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super V> action) {
        for (int i = 0; i < names.length; i++) {
            action.accept(names[i], values[i]);
        }
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return names.length;
            }

            @Override
            public Iterator<Map.Entry<String, V>> iterator() {
                return new EntryIterator();
            }
        };
    }

    private final class EntryIterator implements Iterator<Map.Entry<String, V>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < names.length;
        }

        @Override
        public Map.Entry<String, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int at = next++;
            return Map.entry(names[at], values[at]);
        }
    }
}

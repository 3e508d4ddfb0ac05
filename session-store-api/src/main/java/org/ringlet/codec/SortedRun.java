package org.ringlet.codec;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link java.util.TreeMap} or {@link java.util.TreeSet} takes over without comparing anything: a sorted map or
 * set, of which it only wants the comparator and the elements in order.
 */
@SuppressWarnings("JdkObsolete")
final class SortedRun {
    private SortedRun() {}

    static Map.Entry<Object, @Nullable Object> entry(Object key, @Nullable Object value) {
        return new AbstractMap.SimpleImmutableEntry<>(key, value);
    }

    static SortedMap<Object, @Nullable Object> map(
            List<Map.Entry<Object, @Nullable Object>> entries, @Nullable Comparator<? super Object> comparator) {
        return new OfEntries(entries, comparator);
    }

    static SortedSet<Object> set(List<Object> elements, @Nullable Comparator<? super Object> comparator) {
        return new OfElements(elements, comparator);
    }

    private static UnsupportedOperationException onlyToBeTakenOver() {
        return new UnsupportedOperationException("this is only to be taken over");
    }

    private static final class OfEntries extends AbstractMap<Object, @Nullable Object>
            implements SortedMap<Object, @Nullable Object> {
        private final List<Map.Entry<Object, @Nullable Object>> entries;
        private final @Nullable Comparator<? super Object> comparator;

        OfEntries(List<Map.Entry<Object, @Nullable Object>> entries, @Nullable Comparator<? super Object> comparator) {
            this.entries = entries;
            this.comparator = comparator;
        }

        @Override
        public @Nullable Comparator<? super Object> comparator() {
            return comparator;
        }

        @Override
        public Set<Map.Entry<Object, @Nullable Object>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Map.Entry<Object, @Nullable Object>> iterator() {
                    return entries.iterator();
                }

                @Override
                public int size() {
                    return entries.size();
                }
            };
        }

        @Override
        public SortedMap<Object, @Nullable Object> subMap(Object from, Object to) {
            throw onlyToBeTakenOver();
        }

        @Override
        public SortedMap<Object, @Nullable Object> headMap(Object to) {
            throw onlyToBeTakenOver();
        }

        @Override
        public SortedMap<Object, @Nullable Object> tailMap(Object from) {
            throw onlyToBeTakenOver();
        }

        @Override
        public Object firstKey() {
            throw onlyToBeTakenOver();
        }

        @Override
        public Object lastKey() {
            throw onlyToBeTakenOver();
        }
    }

    private static final class OfElements extends AbstractSet<Object> implements SortedSet<Object> {
        private final List<Object> elements;
        private final @Nullable Comparator<? super Object> comparator;

        OfElements(List<Object> elements, @Nullable Comparator<? super Object> comparator) {
            this.elements = elements;
            this.comparator = comparator;
        }

        @Override
        public @Nullable Comparator<? super Object> comparator() {
            return comparator;
        }

        @Override
        public Iterator<Object> iterator() {
            return elements.iterator();
        }

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public SortedSet<Object> subSet(Object from, Object to) {
            throw onlyToBeTakenOver();
        }

        @Override
        public SortedSet<Object> headSet(Object to) {
            throw onlyToBeTakenOver();
        }

        @Override
        public SortedSet<Object> tailSet(Object from) {
            throw onlyToBeTakenOver();
        }

        @Override
        public Object first() {
            throw onlyToBeTakenOver();
        }

        @Override
        public Object last() {
            throw onlyToBeTakenOver();
        }
    }
}

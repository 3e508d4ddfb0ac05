package org.ringlet.tomcat;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a session as {@link org.apache.catalina.session.StandardSession} wants them: so all of its events and
 * checks stay as they are, and each of its reads and writes reaches the {@link LiveRecord}.
 */
abstract class AttributeView extends AbstractMap<String, Object> implements ConcurrentMap<String, Object> {
    /** The object under a name, decoded if need be. */
    abstract @Nullable Object read(String name);

    /** A snapshot of the names. */
    abstract Set<String> names();

    /** Removes an object that is there, decoded. */
    abstract @Nullable Object take(String name);

    @Override
    public abstract @Nullable Object put(String name, Object value);

    @Override
    public final @Nullable Object get(@Nullable Object name) {
        return name instanceof String key ? read(key) : null;
    }

    @Override
    public final boolean containsKey(@Nullable Object name) {
        return get(name) != null;
    }

    /** Decodes what it removes: listeners are told of the object. */
    @Override
    public final @Nullable Object remove(@Nullable Object name) {
        return name instanceof String key && read(key) != null ? take(key) : null;
    }

    @Override
    public final Set<String> keySet() {
        return names();
    }

    @Override
    public final int size() {
        return names().size();
    }

    @Override
    public final void clear() {
        names().forEach(this::remove);
    }

    @Override
    public final Set<Entry<String, Object>> entrySet() {
        Set<String> names = names();
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, Object>> iterator() {
                return names.stream()
                        .map(AttributeView.this::entry)
                        .filter(Objects::nonNull)
                        .iterator();
            }

            @Override
            public int size() {
                return names.size();
            }
        };
    }

    private @Nullable Entry<String, Object> entry(String name) {
        Object value = read(name);
        return value == null ? null : new SimpleImmutableEntry<>(name, value);
    }

    @Override
    public final @Nullable Object putIfAbsent(String name, Object value) {
        Object present = read(name);
        return present != null ? present : put(name, value);
    }

    @Override
    public final boolean remove(@Nullable Object name, @Nullable Object value) {
        Object present = get(name);
        return present != null && present.equals(value) && remove(name) != null;
    }

    @Override
    public final boolean replace(String name, Object expected, Object value) {
        Object present = read(name);
        if (present == null || !present.equals(expected)) {
            return false;
        }
        put(name, value);
        return true;
    }

    @Override
    public final @Nullable Object replace(String name, Object value) {
        return read(name) == null ? null : put(name, value);
    }
}

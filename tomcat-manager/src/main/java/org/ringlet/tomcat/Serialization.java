package org.ringlet.tomcat;

import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.ringlet.codec.AttributeCodec;
import org.ringlet.codec.UnreadableAttributeException;
import org.ringlet.codec.UnstorableAttributeException;
import org.ringlet.session.Bytes;
import org.ringlet.session.HybridClock;
import org.ringlet.session.Reserved;
import org.ringlet.session.Stamp;

/** What the records of one application share: how values become bytes, what is left out, and the clock of the stamps. */
final class Serialization {
    private static final System.Logger LOG = System.getLogger(Serialization.class.getName());

    private final String application;
    private final AttributeCodec codec;
    private final HybridClock clock;
    private final DirtyCheck dirtyCheck;
    private final BiPredicate<String, Object> excluded;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** @param excluded whether an attribute must stay in this JVM, by its name and value */
    Serialization(
            String application,
            AttributeCodec codec,
            HybridClock clock,
            DirtyCheck dirtyCheck,
            BiPredicate<String, Object> excluded) {
        this.application = application;
        this.codec = codec;
        this.clock = clock;
        this.dirtyCheck = dirtyCheck;
        this.excluded = excluded;
    }

    AttributeCodec codec() {
        return codec;
    }

    HybridClock clock() {
        return clock;
    }

    Stamp stamp(long time) {
        return new Stamp(time, clock.writer());
    }

    /**
     * The bytes of an entry's value.
     *
     * @throws UnstorableAttributeException if it can't be stored
     */
    Bytes encode(String name, Object value) {
        if (value instanceof Bytes raw) {
            return raw;
        }
        return name.equals(GraphAttributes.NAME) ? encodeGraph((Map<?, ?>) value) : codec.encode(value);
    }

    /** All attributes as one graph, but for those that must not or can't be stored. */
    private Bytes encodeGraph(Map<?, ?> attributes) {
        Map<Object, Object> storable = new ConcurrentHashMap<>(attributes);
        storable.entrySet().removeIf(attribute -> excluded.test((String) attribute.getKey(), attribute.getValue()));
        try {
            return codec.encode(storable);
        } catch (UnstorableAttributeException e) {
            storable.entrySet().removeIf(attribute -> !isStorable((String) attribute.getKey(), attribute.getValue()));
            return codec.encode(storable);
        }
    }

    private boolean isStorable(String name, Object value) {
        try {
            codec.encode(value);
            return true;
        } catch (UnstorableAttributeException e) {
            reportUnstorable(name, value, e);
            return false;
        }
    }

    /** The object that stored bytes are; null if they can't be read, or must not be seen. */
    @Nullable
    Object decode(String name, Bytes frame) {
        try {
            Object value = codec.decode(frame);
            return isExcluded(name, value) ? null : value;
        } catch (UnreadableAttributeException e) {
            reportUnreadable(name, e);
            return null;
        }
    }

    boolean isExcluded(String name, Object value) {
        return !Reserved.is(name) && excluded.test(name, value);
    }

    /** Whether a taken object is to be compared with its stored bytes. */
    boolean mayChangeInPlace(Object value) {
        return dirtyCheck == DirtyCheck.READ && !codec.isImmutable(value);
    }

    private void reportUnreadable(String name, UnreadableAttributeException e) {
        if (reported.add("read " + name)) {
            LOG.log(
                    Level.WARNING,
                    application + ": attribute \"" + name + "\" can't be read: " + e.getMessage()
                            + "; the application doesn't see it, its bytes are kept (said once)");
        }
    }

    void reportUnstorable(String name, Object value, UnstorableAttributeException e) {
        if (reported.add("store " + name + " " + value.getClass().getName())) {
            LOG.log(
                    Level.WARNING,
                    application + ": attribute \"" + name + "\" of "
                            + value.getClass().getName()
                            + " can't be stored: " + e.getMessage()
                            + "; it lives in this JVM only (said once)");
        }
    }
}

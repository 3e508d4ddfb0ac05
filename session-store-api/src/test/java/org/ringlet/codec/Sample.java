package org.ringlet.codec;

import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A value of the kind that applications keep in sessions, and what must hold between it and its copy. The check looks at
 * behaviour, since {@code equals} is blind to an order of access or a lock.
 */
record Sample(String name, Supplier<?> value, BiConsumer<Object, Object> check, Java java) {
    /** How far Java serialisation is the yardstick for a sample. */
    enum Java {
        /** The copy, serialised by Java, gives the bytes that Java serialisation's own copy gives. */
        SAME_BYTES,
        /** As good, but not to the byte: capacities, or an order that is random by design. */
        SAME_BEHAVIOUR,
        /** It can't store this. */
        NONE
    }

    @SuppressWarnings("unchecked")
    static <T> Sample of(String name, Supplier<T> value, BiConsumer<T, T> check) {
        return new Sample(name, value, (a, b) -> check.accept((T) a, (T) b), Java.SAME_BYTES);
    }

    Sample looseBytes() {
        return new Sample(name, value, check, Java.SAME_BEHAVIOUR);
    }

    Sample notSerializable() {
        return new Sample(name, value, check, Java.NONE);
    }

    boolean isSerializable() {
        return java != Java.NONE;
    }

    @Override
    public String toString() {
        return name;
    }
}

package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Enum constants, by name, whatever order they are declared in later. */
final class EnumSerializer extends GraphSerializer<Enum<?>> {
    private final Class<?> type;

    EnumSerializer(Class<?> type) {
        this.type = type;
    }

    @Override
    void write(Graph graph, Output out, Enum<?> constant) {
        Text.write(out, constant.name());
    }

    @Override
    Enum<?> read(Graph graph, Input in) {
        return constant(type, Text.read(in));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Enum<?> constant(Class<?> type, String name) {
        try {
            return Enum.valueOf((Class) type, name);
        } catch (IllegalArgumentException e) {
            throw new UnreadableAttributeException(type + " has no constant " + name + " any more", e);
        }
    }
}

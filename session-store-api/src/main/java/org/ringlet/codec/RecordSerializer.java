package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records: their components by name, and their canonical constructor to bring them back, with all its checks. */
final class RecordSerializer extends GraphSerializer<Object> {
    private final Layout layout;
    private final Constructor<?> constructor;
    private final Map<String, Integer> positions = new HashMap<>();
    private final @Nullable Object[] defaults;

    private RecordSerializer(Layout layout, Constructor<?> constructor, RecordComponent[] components) {
        this.layout = layout;
        this.constructor = constructor;
        this.defaults = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            positions.put(components[i].getName(), i);
            defaults[i] = defaultOf(components[i].getType());
        }
    }

    static RecordSerializer of(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            return new RecordSerializer(Layout.of(type, List.of(type)), canonical, components);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record without its constructor: " + type, e);
        }
    }

    @Override
    void write(Graph graph, Output out, Object object) {
        layout.announce(graph, out);
        graph.beginConstruction(object);
        try {
            for (Slot slot : layout.slots()) {
                slot.write(graph, out, object);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        graph.endConstruction();
    }

    @Override
    Object read(Graph graph, Input in) {
        Layout written = layout.announced(graph, in);
        @Nullable Object[] values = defaults.clone();
        for (Slot slot : written.slots()) {
            Integer position = positions.get(slot.name());
            if (position == null) {
                slot.skip(graph, in);
            } else {
                values[position] = slot.readValue(graph, in);
            }
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new UnreadableAttributeException(
                    constructor.getDeclaringClass() + " refuses its components: " + e.getCause(), e);
        } catch (InstantiationException | IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object defaultOf(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }
}

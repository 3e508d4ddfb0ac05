package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Maps that are filled entry by entry. */
final class MapSerializer extends GraphSerializer<Map<@Nullable Object, @Nullable Object>> {
    private final IntFunction<? extends Map<@Nullable Object, @Nullable Object>> create;
    private final boolean concurrent;

    private MapSerializer(IntFunction<? extends Map<@Nullable Object, @Nullable Object>> create, boolean concurrent) {
        this.create = create;
        this.concurrent = concurrent;
    }

    static MapSerializer plain(IntFunction<? extends Map<@Nullable Object, @Nullable Object>> create) {
        return new MapSerializer(create, false);
    }

    /** Of maps that may change while they are iterated. */
    static MapSerializer concurrent(IntFunction<? extends Map<@Nullable Object, @Nullable Object>> create) {
        return new MapSerializer(create, true);
    }

    @Override
    void write(Graph graph, Output out, Map<@Nullable Object, @Nullable Object> map) {
        writeEntries(graph, out, concurrent ? new ArrayList<>(map.entrySet()) : map.entrySet());
    }

    @Override
    Map<@Nullable Object, @Nullable Object> read(Graph graph, Input in) {
        int size = graph.readCount(in);
        Map<@Nullable Object, @Nullable Object> map = create.apply(size);
        graph.reference(map);
        readEntries(graph, in, size, map);
        return map;
    }

    static void writeEntries(Graph graph, Output out, Collection<? extends Map.Entry<?, ?>> entries) {
        int size = entries.size();
        int written = 0;
        out.writeVarInt(size, true);
        for (Map.Entry<?, ?> entry : entries) {
            graph.writeClassAndObject(out, entry.getKey());
            graph.writeClassAndObject(out, entry.getValue());
            written++;
        }
        if (written != size) {
            throw new ConcurrentModificationException(size + " entries became " + written);
        }
    }

    static void readEntries(Graph graph, Input in, int size, Map<@Nullable Object, @Nullable Object> into) {
        for (int i = 0; i < size; i++) {
            Object key = graph.readClassAndObject(in);
            into.put(key, graph.readClassAndObject(in));
        }
    }
}

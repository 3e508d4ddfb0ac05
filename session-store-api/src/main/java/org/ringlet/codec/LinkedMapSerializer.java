package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Iterator;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** {@link LinkedHashMap}s, with the order that they keep: that of insertion or that of access. */
@SuppressWarnings("NonApiType")
final class LinkedMapSerializer extends GraphSerializer<LinkedHashMap<@Nullable Object, @Nullable Object>> {
    static final float LOAD_FACTOR = 0.75f;

    @Override
    void write(Graph graph, Output out, LinkedHashMap<@Nullable Object, @Nullable Object> map) {
        out.writeBoolean(isInAccessOrder(map));
        MapSerializer.writeEntries(graph, out, map.entrySet());
    }

    @Override
    LinkedHashMap<@Nullable Object, @Nullable Object> read(Graph graph, Input in) {
        boolean accessOrder = in.readBoolean();
        int size = graph.readCount(in);
        LinkedHashMap<@Nullable Object, @Nullable Object> map =
                new LinkedHashMap<>(KnownTypes.tableFor(size), LOAD_FACTOR, accessOrder);
        graph.reference(map);
        MapSerializer.readEntries(graph, in, size, map);
        return map;
    }

    /**
     * No method tells, and the field is out of reach. But a copy made by {@code clone} orders as the original does, so
     * reading from the copy shows it.
     */
    private static boolean isInAccessOrder(LinkedHashMap<@Nullable Object, @Nullable Object> map) {
        @SuppressWarnings("unchecked")
        LinkedHashMap<@Nullable Object, @Nullable Object> copy =
                (LinkedHashMap<@Nullable Object, @Nullable Object>) map.clone();
        Object first = new Object();
        Object second = new Object();
        copy.clear();
        copy.put(first, first);
        copy.put(second, second);
        copy.get(first);
        Iterator<@Nullable Object> order = copy.keySet().iterator();
        return order.next() == second;
    }
}

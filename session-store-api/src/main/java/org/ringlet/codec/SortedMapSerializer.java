package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@link TreeMap}s. As Java serialisation does, the tree is built from the order that it had, and no key is compared: a
 * key may have changed since, or the comparator may not be usable before a cycle is closed.
 */
@SuppressWarnings("NonApiType")
final class SortedMapSerializer extends GraphSerializer<TreeMap<Object, @Nullable Object>> {
    @Override
    void write(Graph graph, Output out, TreeMap<Object, @Nullable Object> map) {
        graph.beginConstruction(map);
        graph.writeClassAndObject(out, map.comparator());
        graph.endConstruction();
        MapSerializer.writeEntries(graph, out, map.entrySet());
    }

    @Override
    @SuppressWarnings("unchecked")
    TreeMap<Object, @Nullable Object> read(Graph graph, Input in) {
        TreeMap<Object, @Nullable Object> map = new TreeMap<>((Comparator<Object>) graph.readClassAndObject(in));
        graph.reference(map);
        int size = graph.readCount(in);
        List<Map.Entry<Object, @Nullable Object>> entries = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            Object key = graph.readClassAndObject(in);
            entries.add(SortedRun.entry(key, graph.readClassAndObject(in)));
        }
        map.putAll(SortedRun.map(entries, map.comparator()));
        return map;
    }
}

package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** {@link TreeSet}s, built without a comparison like {@linkplain SortedMapSerializer the maps}. */
@SuppressWarnings("NonApiType")
final class SortedSetSerializer extends GraphSerializer<TreeSet<Object>> {
    @Override
    void write(Graph graph, Output out, TreeSet<Object> set) {
        graph.beginConstruction(set);
        graph.writeClassAndObject(out, set.comparator());
        graph.endConstruction();
        CollectionSerializer.writeElements(graph, out, set);
    }

    @Override
    @SuppressWarnings("unchecked")
    TreeSet<Object> read(Graph graph, Input in) {
        TreeSet<Object> set = new TreeSet<>((Comparator<Object>) graph.readClassAndObject(in));
        graph.reference(set);
        int size = graph.readCount(in);
        List<Object> elements = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            elements.add(graph.readClassAndObject(in));
        }
        set.addAll(SortedRun.set(elements, set.comparator()));
        return set;
    }
}

package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code List.of} and {@code Stream.toList} make: the same classes, but only the latter's take null. */
final class ImmutableListSerializer extends GraphSerializer<List<?>> {
    @Override
    void write(Graph graph, Output out, List<?> list) {
        out.writeBoolean(takesNull(list));
        out.writeVarInt(list.size(), true);
        graph.beginConstruction(list);
        for (Object element : list) {
            graph.writeClassAndObject(out, element);
        }
        graph.endConstruction();
    }

    @Override
    List<?> read(Graph graph, Input in) {
        boolean takesNull = in.readBoolean();
        @Nullable Object[] elements = new Object[graph.readCount(in)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = graph.readClassAndObject(in);
        }
        return takesNull ? Arrays.stream(elements).toList() : List.of(elements);
    }

    /** A copy of a list that takes no null is the list itself. */
    private static boolean takesNull(List<?> list) {
        try {
            return List.copyOf(list) != list;
        } catch (NullPointerException e) {
            return true;
        }
    }
}

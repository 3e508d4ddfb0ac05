package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Objects that are made from all their parts at once, such as immutable collections. */
final class PartsSerializer<T> extends GraphSerializer<T> {
    private final Function<T, @Nullable Object[]> takeApart;
    private final Function<@Nullable Object[], T> assemble;

    PartsSerializer(Function<T, @Nullable Object[]> takeApart, Function<@Nullable Object[], T> assemble) {
        this.takeApart = takeApart;
        this.assemble = assemble;
    }

    @Override
    void write(Graph graph, Output out, T object) {
        @Nullable Object[] parts = takeApart.apply(object);
        out.writeVarInt(parts.length, true);
        graph.beginConstruction(object);
        for (Object part : parts) {
            graph.writeClassAndObject(out, part);
        }
        graph.endConstruction();
    }

    @Override
    T read(Graph graph, Input in) {
        @Nullable Object[] parts = new Object[graph.readCount(in)];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = graph.readClassAndObject(in);
        }
        return assemble.apply(parts);
    }
}

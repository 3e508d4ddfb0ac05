package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;

/** Arrays of a primitive, element after element. */
final class PrimitiveArraySerializer<T> extends GraphSerializer<T> {
    private final ToIntFunction<T> length;
    private final BiConsumer<T, Output> writer;
    private final BiFunction<Input, Integer, T> reader;

    PrimitiveArraySerializer(
            ToIntFunction<T> length, BiConsumer<T, Output> writer, BiFunction<Input, Integer, T> reader) {
        this.length = length;
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    void write(Graph graph, Output out, T array) {
        out.writeVarInt(length.applyAsInt(array), true);
        writer.accept(array, out);
    }

    @Override
    T read(Graph graph, Input in) {
        return reader.apply(in, graph.readCount(in));
    }
}

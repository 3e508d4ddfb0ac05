package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.DateTimeException;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Objects that refer to no other. */
final class ValueSerializer<T> extends GraphSerializer<T> {
    private final BiConsumer<T, Output> writer;
    private final Function<Input, T> reader;

    private ValueSerializer(BiConsumer<T, Output> writer, Function<Input, T> reader) {
        this.writer = writer;
        this.reader = reader;
    }

    static <T> ValueSerializer<T> of(BiConsumer<T, Output> writer, Function<Input, T> reader) {
        return new ValueSerializer<>(writer, reader);
    }

    /** The only object of its class. */
    static <T> ValueSerializer<T> constant(T constant) {
        return new ValueSerializer<>((value, out) -> {}, in -> constant);
    }

    /** A value that a text stands for; one that the text would not bring back equal is left to Java serialisation. */
    static <T> ValueSerializer<T> ofText(Function<T, String> toText, Function<String, T> fromText) {
        return new ValueSerializer<>(
                (value, out) -> Text.write(out, checked(value, toText, fromText)), in -> fromText.apply(Text.read(in)));
    }

    @Override
    void write(Graph graph, Output out, T value) {
        writer.accept(value, out);
    }

    @Override
    T read(Graph graph, Input in) {
        return reader.apply(in);
    }

    private static <T> String checked(T value, Function<T, String> toText, Function<String, T> fromText) {
        String text = toText.apply(value);
        if (!saysAll(text, value, fromText)) {
            throw new JavaFormNeeded("the text of " + value.getClass() + " does not say all");
        }
        return text;
    }

    private static <T> boolean saysAll(String text, T value, Function<String, T> fromText) {
        try {
            return fromText.apply(text).equals(value);
        } catch (IllegalArgumentException | DateTimeException e) {
            return false;
        }
    }
}

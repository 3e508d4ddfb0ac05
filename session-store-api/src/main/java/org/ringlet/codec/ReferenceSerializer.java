package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** {@link AtomicReference}s and what they hold at the moment. */
final class ReferenceSerializer extends GraphSerializer<AtomicReference<@Nullable Object>> {
    @Override
    void write(Graph graph, Output out, AtomicReference<@Nullable Object> reference) {
        graph.writeClassAndObject(out, reference.get());
    }

    @Override
    AtomicReference<@Nullable Object> read(Graph graph, Input in) {
        AtomicReference<@Nullable Object> reference = new AtomicReference<>();
        graph.reference(reference);
        reference.set(graph.readClassAndObject(in));
        return reference;
    }
}

package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.Supplier;

/** Objects that are no more than the values of their fields. */
final class FieldsSerializer extends GraphSerializer<Object> {
    private final Layout layout;
    private final Supplier<?> blank;

    FieldsSerializer(Layout layout, Supplier<?> blank) {
        this.layout = layout;
        this.blank = blank;
    }

    @Override
    void write(Graph graph, Output out, Object object) {
        layout.announce(graph, out);
        try {
            for (Slot slot : layout.slots()) {
                slot.write(graph, out, object);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    Object read(Graph graph, Input in) {
        Layout written = layout.announced(graph, in);
        Object object = blank.get();
        graph.reference(object);
        try {
            for (Slot slot : written.slots()) {
                slot.read(graph, in, object);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        return object;
    }
}

package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;

/** Arrays of objects, with the element type that they were made with. */
final class ArraySerializer extends GraphSerializer<Object[]> {
    private final Class<?> elementType;

    ArraySerializer(Class<?> elementType) {
        this.elementType = elementType;
    }

    @Override
    void write(Graph graph, Output out, Object[] array) {
        out.writeVarInt(array.length, true);
        for (Object element : array) {
            graph.writeClassAndObject(out, element);
        }
    }

    @Override
    Object[] read(Graph graph, Input in) {
        Object[] array = (Object[]) Array.newInstance(elementType, graph.readCount(in));
        graph.reference(array);
        for (int i = 0; i < array.length; i++) {
            array[i] = graph.readClassAndObject(in);
        }
        return array;
    }
}

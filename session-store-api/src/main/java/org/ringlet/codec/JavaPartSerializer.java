package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** An object in Java's own form, embedded in a Kryo frame behind its length. */
final class JavaPartSerializer extends GraphSerializer<Object> {
    @Override
    void write(Graph graph, Output out, Object object) {
        byte[] part = graph.parts().write(graph, object);
        out.writeVarInt(part.length, true);
        out.writeBytes(part);
    }

    @Override
    Object read(Graph graph, Input in) {
        byte[] part = in.readBytes(graph.readCount(in));
        return graph.java().readPart(part);
    }
}

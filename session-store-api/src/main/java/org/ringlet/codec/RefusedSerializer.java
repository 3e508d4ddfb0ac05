package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Stands for a known type that the settings refuse. */
final class RefusedSerializer extends GraphSerializer<Object> {
    private final String reason;

    RefusedSerializer(String reason) {
        this.reason = reason;
    }

    @Override
    void write(Graph graph, Output out, Object object) {
        throw new ClassRefused(reason);
    }

    @Override
    Object read(Graph graph, Input in) {
        throw new ClassRefused(reason);
    }
}

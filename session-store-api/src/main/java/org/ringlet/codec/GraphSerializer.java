package org.ringlet.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** How the objects of one class stand in a Kryo frame. Stateless: what concerns one frame is in the {@link Graph}. */
abstract class GraphSerializer<T> extends Serializer<T> {
    abstract void write(Graph graph, Output out, T object);

    /** An object that can be part of a cycle must be made known with {@link Graph#reference} before what it refers to. */
    abstract T read(Graph graph, Input in);

    @Override
    public final void write(Kryo kryo, Output out, T object) {
        write((Graph) kryo, out, object);
    }

    @Override
    public final T read(Kryo kryo, Input in, Class<? extends T> type) {
        return read((Graph) kryo, in);
    }
}

package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collections that are filled element by element. */
final class CollectionSerializer extends GraphSerializer<Collection<@Nullable Object>> {
    private final IntFunction<? extends Collection<@Nullable Object>> create;
    private final boolean concurrent;

    private CollectionSerializer(IntFunction<? extends Collection<@Nullable Object>> create, boolean concurrent) {
        this.create = create;
        this.concurrent = concurrent;
    }

    static CollectionSerializer plain(IntFunction<? extends Collection<@Nullable Object>> create) {
        return new CollectionSerializer(create, false);
    }

    /** Of collections that may change while they are iterated. */
    static CollectionSerializer concurrent(Supplier<? extends Collection<@Nullable Object>> create) {
        return new CollectionSerializer(size -> create.get(), true);
    }

    @Override
    void write(Graph graph, Output out, Collection<@Nullable Object> collection) {
        writeElements(graph, out, concurrent ? Arrays.asList(collection.toArray()) : collection);
    }

    @Override
    Collection<@Nullable Object> read(Graph graph, Input in) {
        int size = graph.readCount(in);
        Collection<@Nullable Object> collection = create.apply(size);
        graph.reference(collection);
        if (concurrent) {
            // At once, because a copy-on-write list copies itself with each addition.
            collection.addAll(readInto(new ArrayList<>(size), size, graph, in));
            return collection;
        }
        return readInto(collection, size, graph, in);
    }

    private static Collection<@Nullable Object> readInto(
            Collection<@Nullable Object> collection, int size, Graph graph, Input in) {
        for (int i = 0; i < size; i++) {
            collection.add(graph.readClassAndObject(in));
        }
        return collection;
    }

    static void writeElements(Graph graph, Output out, Collection<?> collection) {
        int size = collection.size();
        int written = 0;
        out.writeVarInt(size, true);
        for (Object element : collection) {
            graph.writeClassAndObject(out, element);
            written++;
        }
        if (written != size) {
            throw new ConcurrentModificationException(size + " elements became " + written);
        }
    }
}

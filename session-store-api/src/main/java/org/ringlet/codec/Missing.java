package org.ringlet.codec;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import org.jspecify.annotations.Nullable;

/**
 * Stands for an object whose class is gone, in the value of a field that is gone too: a release that drops a field
 * together with its class still reads what older ones stored, as with Java serialisation. The frame says enough to read
 * past it.
 */
record Missing(String className) {
    /** The same for a constant of an enum, which is written without a mark of identity. */
    private enum Constant {
        MISSING
    }

    /** How to read past the objects of a class, at the first of them. */
    static Registration registration(String className, Input in) {
        boolean hasIdentity = in.getBuffer()[in.position()] == Graph.NOT_NULL;
        return hasIdentity
                ? new Registration(Missing.class, objects(className), FrameClassResolver.NAME)
                : new Registration(Constant.class, new Constants(className), FrameClassResolver.NAME);
    }

    private static Serializer<Missing> objects(String className) {
        return className.startsWith("[") ? new Arrays(className) : new Objects(className);
    }

    private abstract static class Skipping<T> extends GraphSerializer<T> {
        private final String className;

        Skipping(String className) {
            this.className = className;
        }

        final String className() {
            return className;
        }

        abstract T skip(Graph graph, Input in);

        @Override
        final T read(Graph graph, Input in) {
            graph.checkMayBeMissing(className);
            return skip(graph, in);
        }

        @Override
        final void write(Graph graph, Output out, T object) {
            throw new IllegalStateException("nothing is written of a class that is missing");
        }
    }

    private static final class Objects extends Skipping<Missing> {
        private @Nullable Layout layout;

        Objects(String className) {
            super(className);
        }

        @Override
        Missing skip(Graph graph, Input in) {
            Missing missing = new Missing(className());
            graph.reference(missing);
            if (layout == null) {
                layout = Layout.NONE.read(graph, in);
            }
            for (Slot slot : layout.slots()) {
                slot.skip(graph, in);
            }
            return missing;
        }
    }

    private static final class Arrays extends Skipping<Missing> {
        Arrays(String className) {
            super(className);
        }

        @Override
        Missing skip(Graph graph, Input in) {
            Missing missing = new Missing(className());
            graph.reference(missing);
            for (int left = graph.readCount(in); left > 0; left--) {
                graph.readClassAndObject(in);
            }
            return missing;
        }
    }

    private static final class Constants extends Skipping<Constant> {
        Constants(String className) {
            super(className);
        }

        @Override
        Constant skip(Graph graph, Input in) {
            Text.read(in);
            return Constant.MISSING;
        }
    }
}

package org.ringlet.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.function.Consumer;

/** Java serialisation with the application's classes, the filter and the limits, without its constant stream header. */
final class JavaForm {
    private final AppClasses classes;
    private final CodecLimits limits;
    /** Half of what Kryo may: Java serialisation takes about twice the stack for a level. */
    private final int maxDepth;

    JavaForm(AppClasses classes, CodecLimits limits) {
        this.classes = classes;
        this.limits = limits;
        this.maxDepth = Math.max(1, limits.maxDepth() / 2);
    }

    /** Writes a value, behind nothing, and shows each object in it, strings and enum constants included. */
    byte[] write(Object value, Consumer<Object> observer) throws IOException {
        BoundedBytes bytes = new BoundedBytes(limits.maxBytes());
        writeTo(bytes, value, observer);
        return bytes.toByteArray();
    }

    byte[] writeFrame(Object value) throws IOException {
        BoundedBytes bytes = new BoundedBytes(limits.maxBytes());
        bytes.write(Dialect.JAVA.code());
        bytes.write(Dialect.VERSION);
        writeTo(bytes, value, object -> {});
        return bytes.toByteArray();
    }

    Object read(byte[] bytes, int from) throws IOException, ClassNotFoundException {
        if (bytes.length > limits.maxBytes()) {
            throw new UnreadableAttributeException(
                    bytes.length + " bytes are more than the limit of " + limits.maxBytes());
        }
        ByteArrayInputStream in = new ByteArrayInputStream(bytes, from, bytes.length - from);
        try (GuardedInputStream stream = new GuardedInputStream(in, classes)) {
            stream.setObjectInputFilter(
                    new StreamFilter(classes, maxDepth, in.available()).with(stream.getObjectInputFilter()));
            Object value = stream.readObject();
            if (value == null || in.available() > 0) {
                throw new UnreadableAttributeException("the stream does not end where its value does");
            }
            return value;
        }
    }

    /** A part of a Kryo frame. */
    Object readPart(byte[] part) {
        try {
            return read(part, 0);
        } catch (IOException | ClassNotFoundException e) {
            throw new UnreadableAttributeException("a part in Java's form can't be read: " + e, e);
        }
    }

    private void writeTo(BoundedBytes bytes, Object value, Consumer<Object> observer) throws IOException {
        try (GuardedOutputStream stream = new GuardedOutputStream(bytes, classes, maxDepth, observer)) {
            stream.writeObject(value);
        }
    }
}

package org.ringlet.codec;

import org.ringlet.session.Bytes;

/**
 * Turns an attribute's value into a frame of bytes and back. A frame says which serialiser wrote it, so either codec
 * reads what the other wrote: changing the {@code serializer} setting loses nothing. Whatever the serialiser, the value
 * that comes back is the one that Java serialisation would give, and every class in it has passed the
 * {@link ClassFilter}.
 *
 * <p>Thread-safe. Application code (constructors, {@code writeObject}, {@code hashCode}) runs in {@link #encode} and
 * {@link #decode}, with the application's class loader as the thread's: don't call them with a lock held that
 * application code could want.
 */
public interface AttributeCodec extends AutoCloseable {
    /**
     * The frame of a value as it is now. If another thread keeps changing the value meanwhile this is tried a few
     * times over.
     *
     * @throws UnstorableAttributeException if this value can't be stored; a {@link
     *     java.util.ConcurrentModificationException} as its cause says that a later try may succeed
     */
    Bytes encode(Object value);

    /**
     * A new copy of the value that was encoded.
     *
     * @throws UnreadableAttributeException if the frame can't be turned into an object here, and only that, whatever
     *     the bytes
     */
    Object decode(Bytes frame);

    /**
     * Whether the value is of a type known to be immutable through and through, so that what was encoded once need
     * not be compared again. False when in doubt.
     */
    boolean isImmutable(Object value);

    /** Lets go of every class of the application; encoding and decoding fail from then on. */
    @Override
    void close();

    /** The compact and fast codec. Values need be {@link java.io.Serializable} only where the settings ask for it. */
    static AttributeCodec kryo(CodecSettings settings) {
        return FrameCodec.open(settings, Dialect.KRYO);
    }

    /** The codec that writes with Java serialisation only, for those who want exactly that. */
    static AttributeCodec java(CodecSettings settings) {
        return FrameCodec.open(settings, Dialect.JAVA);
    }
}

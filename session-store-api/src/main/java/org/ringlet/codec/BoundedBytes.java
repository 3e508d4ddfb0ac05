package org.ringlet.codec;

import java.io.ByteArrayOutputStream;

/** A buffer that refuses to grow beyond a limit. */
final class BoundedBytes extends ByteArrayOutputStream {
    private static final int FIRST_BUFFER = 512;

    private final int limit;

    BoundedBytes(int limit) {
        super(FIRST_BUFFER);
        this.limit = limit;
    }

    @Override
    public synchronized void write(int b) {
        checkRoomFor(1);
        super.write(b);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        checkRoomFor(length);
        super.write(bytes, from, length);
    }

    private void checkRoomFor(int length) {
        if (length > limit - size()) {
            throw new UnstorableAttributeException("it takes more than the limit of " + limit + " bytes");
        }
    }
}

package org.ringlet.tomcat;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Bytes;

/** Numbers as entries of a record have them: high byte first. */
final class SessionTimes {
    private SessionTimes() {}

    static Bytes encoded(long value) {
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    static Bytes encoded(int value) {
        return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    }

    static long decodedLong(@Nullable Bytes bytes, long otherwise) {
        return bytes != null && bytes.size() == Long.BYTES ? bytes.asBuffer().getLong() : otherwise;
    }

    static int decodedInt(@Nullable Bytes bytes, int otherwise) {
        return bytes != null && bytes.size() == Integer.BYTES ? bytes.asBuffer().getInt() : otherwise;
    }
}

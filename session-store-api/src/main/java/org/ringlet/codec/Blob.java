package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** A run of bytes behind its length. */
final class Blob {
    private Blob() {}

    static void write(Output out, byte[] bytes) {
        out.writeVarInt(bytes.length, true);
        out.writeBytes(bytes);
    }

    /** Nothing is allocated before the bytes are known to be there. */
    static byte[] read(Input in) {
        int length = in.readVarInt(true);
        int left = in.limit() - in.position();
        if (length < 0 || length > left) {
            throw new UnreadableAttributeException(length + " bytes are declared where " + left + " are left");
        }
        return in.readBytes(length);
    }
}

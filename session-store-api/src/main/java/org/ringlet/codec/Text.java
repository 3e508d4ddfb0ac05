package org.ringlet.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.ByteBuffer;

/**
 * Strings in a Kryo frame: a varint of the number of bytes and of how to read them, then the bytes. Kryo's own format is
 * not used because its reader allocates what the frame claims before it looks for the bytes, and writes to the array
 * that it reads, which others may be reading too.
 */
final class Text {
    private static final int UTF8 = 0;
    /** Plain characters, for strings with half a surrogate pair: of that, UTF-8 makes a question mark. */
    private static final int CHARS = 1;

    private Text() {}

    static void write(Output out, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        // To decode it again is the fastest way to see that nothing was replaced: the JDK does both with vectors.
        if (new String(bytes, UTF_8).equals(text)) {
            write(out, bytes, UTF8);
        } else {
            write(out, chars(text), CHARS);
        }
    }

    static String read(Input in) {
        int header = in.readVarInt(true);
        int size = header >>> 1;
        int left = in.limit() - in.position();
        if (size > left) {
            throw new UnreadableAttributeException(
                    "a text of " + size + " bytes is declared where only " + left + " are left");
        }
        String text = decode(header & 1, in.getBuffer(), in.position(), size);
        in.setPosition(in.position() + size);
        return text;
    }

    private static void write(Output out, byte[] bytes, int form) {
        out.writeVarInt(bytes.length << 1 | form, true);
        out.writeBytes(bytes);
    }

    private static String decode(int form, byte[] bytes, int from, int size) {
        return form == UTF8
                ? new String(bytes, from, size, UTF_8)
                : ByteBuffer.wrap(bytes, from, size).asCharBuffer().toString();
    }

    private static byte[] chars(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * Character.BYTES);
        bytes.asCharBuffer().put(text);
        return bytes.array();
    }
}

package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Optional;
import org.ringlet.session.Bytes;

/**
 * The Kryo frame of a string by itself, the commonest attribute of all. It is no other frame than a {@link Graph} would
 * write, but takes a third of the time: there is nothing that a string could share.
 */
final class TextFrame {
    private static final int STRING = 1 + 2;
    private static final int NOT_MET_BEFORE = Graph.NOT_NULL;
    private static final int OVERHEAD = 16;

    private TextFrame() {}

    static Bytes write(String text, int maxBytes) {
        try (Output out = new Output(text.length() + OVERHEAD, -1)) {
            out.writeByte(Dialect.KRYO.code());
            out.writeByte(Dialect.VERSION);
            out.writeByte(STRING);
            out.writeByte(NOT_MET_BEFORE);
            Text.write(out, text);
            if (out.position() > maxBytes) {
                throw new UnstorableAttributeException("it takes more than the limit of " + maxBytes + " bytes");
            }
            return Bytes.wrap(out.toBytes());
        }
    }

    /** The string, if that is all that the frame holds. */
    static Optional<String> read(Bytes frame) {
        int from = Dialect.HEADER_SIZE;
        if (frame.size() < from + 3 || frame.get(from) != STRING || frame.get(from + 1) != NOT_MET_BEFORE) {
            return Optional.empty();
        }
        try (Input in = new Input(frame.array(), from + 2, frame.size() - from - 2)) {
            String text = Text.read(in);
            return in.position() == in.limit() ? Optional.of(text) : Optional.empty();
        }
    }
}

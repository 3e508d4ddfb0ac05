package org.ringlet.store.ring;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.util.List;

/**
 * Cuts what arrives into frames: a length (a varint of at most four bytes), and so many bytes. Nothing is kept of a frame
 * that is longer than allowed, and little is allowed before the sender is known.
 */
final class FrameDecoder extends ByteToMessageDecoder {
    static final int LONGEST_OF_A_STRANGER = 4096;
    static final int LONGEST = 64 << 20;

    private static final int BITS_OF_LENGTH = 28;
    private static final int INCOMPLETE = -1;

    private int longest = LONGEST_OF_A_STRANGER;

    /** From now on the sender is known. */
    void trust() {
        longest = LONGEST;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        int start = in.readerIndex();
        int length = length(in);
        if (length == INCOMPLETE || in.readableBytes() < length) {
            in.readerIndex(start);
            return;
        }
        byte[] frame = new byte[length];
        in.readBytes(frame);
        out.add(frame);
    }

    private int length(ByteBuf in) {
        int length = 0;
        for (int shift = 0; shift < BITS_OF_LENGTH; shift += 7) {
            if (!in.isReadable()) {
                return INCOMPLETE;
            }
            int next = in.readByte();
            length |= (next & 0x7F) << shift;
            if (next >= 0) {
                return checked(length);
            }
        }
        throw new TooLongFrameException("a frame's length does not end");
    }

    private int checked(int length) {
        if (length < 1 || length > longest) {
            throw new TooLongFrameException("a frame of " + length + " bytes; allowed are 1 to " + longest);
        }
        return length;
    }

    /** Writes the length that a frame has. */
    static void writeLength(int length, ByteBuf to) {
        int rest = length;
        while (rest > 0x7F) {
            to.writeByte(rest | 0x80);
            rest >>>= 7;
        }
        to.writeByte(rest);
    }
}

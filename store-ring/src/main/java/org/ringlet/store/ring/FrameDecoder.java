package org.ringlet.store.ring;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.util.List;

/**
 * Cuts what arrives into frames: a length of four bytes, and so many bytes. Nothing is kept of a frame that is longer
 * than allowed, and little is allowed before the sender is known.
 */
final class FrameDecoder extends ByteToMessageDecoder {
    static final int LONGEST_OF_A_STRANGER = 4096;
    static final int LONGEST = 64 << 20;

    private int longest = LONGEST_OF_A_STRANGER;

    /** From now on the sender is known. */
    void trust() {
        longest = LONGEST;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < Integer.BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 1 || length > longest) {
            throw new TooLongFrameException("a frame of " + length + " bytes; allowed are 1 to " + longest);
        }
        if (in.readableBytes() - Integer.BYTES >= length) {
            byte[] frame = new byte[length];
            in.skipBytes(Integer.BYTES).readBytes(frame);
            out.add(frame);
        }
    }
}

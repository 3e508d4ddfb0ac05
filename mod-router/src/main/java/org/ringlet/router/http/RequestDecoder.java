package org.ringlet.router.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import java.util.Optional;

/** Netty's decoder behind a {@link HeadGuard}. Gives a {@link Refusal} in place of a bad head, and nothing after it. */
public final class RequestDecoder extends HttpRequestDecoder {
    private final HeadGuard guard = new HeadGuard();
    private boolean isRefused;

    public RequestDecoder(HttpDecoderConfig config) {
        super(config);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        if (isRefused) {
            in.skipBytes(in.readableBytes());
            return;
        }
        Optional<Refusal> refusal = guard.inspect(in);
        if (refusal.isPresent()) {
            isRefused = true;
            in.skipBytes(in.readableBytes());
            out.add(refusal.get());
            return;
        }
        if (guard.mustWait(in)) {
            return;
        }
        int before = in.readerIndex();
        super.decode(context, in, out);
        guard.consumed(in.readerIndex() - before);
        if (!out.isEmpty() && out.get(out.size() - 1) instanceof LastHttpContent) {
            guard.messageEnded();
        }
    }
}

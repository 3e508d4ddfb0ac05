package org.ringlet.router.proxy;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.ReferenceCountUtil;

/** Netty's decoder, told which request is being answered; a byte that nobody asked for closes the connection. */
@SuppressWarnings("FutureReturnValueIgnored") // closing can be left alone
final class SrunResponseDecoder extends HttpResponseDecoder {
    private boolean isExpecting;
    private boolean isHead;

    SrunResponseDecoder(HttpDecoderConfig config) {
        super(config);
    }

    /**
     * @param isHead whether the response has no body whatever its header says
     */
    void expect(boolean isHead) {
        this.isExpecting = true;
        this.isHead = isHead;
    }

    void expectNothing() {
        isExpecting = false;
    }

    /** Whether bytes are left behind the response that has just been decoded. */
    boolean hasSurplus() {
        return actualReadableBytes() > 0;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        if (!isExpecting) {
            ReferenceCountUtil.release(message);
            context.close();
            return;
        }
        super.channelRead(context, message);
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        return isHead || super.isContentAlwaysEmpty(message);
    }
}

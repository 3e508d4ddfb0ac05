package org.ringlet.router.proxy;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;

/** Netty's encoder, told whether it is HEAD that is being answered: then nothing follows the head. */
final class ClientResponseEncoder extends HttpResponseEncoder {
    private boolean isHead;

    void answering(boolean isHead) {
        this.isHead = isHead;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse response) {
        return isHead || super.isContentAlwaysEmpty(response);
    }
}

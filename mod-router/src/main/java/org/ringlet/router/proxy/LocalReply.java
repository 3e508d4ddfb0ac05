package org.ringlet.router.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import org.ringlet.router.http.Refusal;

/** A response of the router's own: a status and one sentence. */
final class LocalReply {
    private static final AsciiString TEXT = AsciiString.cached("text/plain; charset=utf-8");
    private static final AsciiString METHODS = AsciiString.cached("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    private static final AsciiString RETRY_SECONDS = AsciiString.cached("2");

    private LocalReply() {}

    static FullHttpResponse of(Refusal refusal, boolean goesOn) {
        HttpResponseStatus status = refusal.status();
        byte[] body = (status + "\n\n" + refusal.detail() + "\n").getBytes(UTF_8);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        HttpHeaders headers = response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, TEXT)
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set(HttpHeaderNames.CONNECTION, goesOn ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
        if (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED)) {
            headers.set(HttpHeaderNames.ALLOW, METHODS);
        }
        if (status.equals(HttpResponseStatus.SERVICE_UNAVAILABLE)) {
            headers.set(HttpHeaderNames.RETRY_AFTER, RETRY_SECONDS);
        }
        return response;
    }
}

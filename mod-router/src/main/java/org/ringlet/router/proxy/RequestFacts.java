package org.ringlet.router.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Set;

/**
 * What must be remembered of a request's head as the client sent it.
 *
 * @param isKeepAlive whether the client can go on with another request
 * @param hasBody whether a body is announced, even an empty chunked one
 */
record RequestFacts(boolean isHead, boolean isHttp10, boolean isKeepAlive, boolean hasBody, boolean isIdempotent) {
    private static final Set<HttpMethod> IDEMPOTENT =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.PUT, HttpMethod.DELETE);

    static RequestFacts of(HttpRequest request) {
        HttpHeaders headers = request.headers();
        return new RequestFacts(
                request.method().equals(HttpMethod.HEAD),
                request.protocolVersion().equals(HttpVersion.HTTP_1_0),
                HttpUtil.isKeepAlive(request),
                headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                        || (headers.contains(HttpHeaderNames.CONTENT_LENGTH)
                                && !"0".equals(headers.get(HttpHeaderNames.CONTENT_LENGTH))),
                IDEMPOTENT.contains(request.method()));
    }

    /** Whether it may be sent again although an srun may have got it. */
    boolean isReplayable() {
        return isIdempotent && !hasBody;
    }
}

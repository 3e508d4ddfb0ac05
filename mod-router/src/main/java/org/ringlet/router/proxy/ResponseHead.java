package org.ringlet.router.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.Optional;
import org.ringlet.router.http.HopByHop;

/** The head of a final response, taken apart before it is changed for the client. */
final class ResponseHead {
    private static final AsciiString KEEP_ALIVE = AsciiString.cached("keep-alive");
    private static final String TIMEOUT = "timeout=";

    private final HttpResponse response;
    private final boolean isKeepAlive;
    private final Optional<Duration> keepAliveTimeout;
    private final boolean isDelimitedByClose;

    ResponseHead(HttpResponse response, boolean isHead) {
        this.response = response;
        this.isDelimitedByClose = !isHead && isDelimitedByClose(response);
        this.isKeepAlive = HttpUtil.isKeepAlive(response) && !isDelimitedByClose;
        this.keepAliveTimeout = keepAliveTimeout(response.headers());
    }

    /** Whether the srun takes another request on this connection. */
    boolean isKeepAlive() {
        return isKeepAlive;
    }

    Optional<Duration> keepAliveTimeout() {
        return keepAliveTimeout;
    }

    /**
     * Makes the head what the client gets. A body whose end is the connection's end is chunked for a client that can read
     * that; for HTTP/1.0 every body that isn't counted ends with the connection.
     *
     * @param isWanted whether the client's connection shall go on after this response
     * @return whether it does
     */
    boolean rewrite(RequestFacts request, boolean isWanted) {
        HttpHeaders headers = response.headers();
        HopByHop.strip(headers);
        response.setProtocolVersion(HttpVersion.HTTP_1_1);
        boolean isChunked = headers.contains(HttpHeaderNames.TRANSFER_ENCODING);
        if (request.isHttp10() && isChunked) {
            headers.remove(HttpHeaderNames.TRANSFER_ENCODING);
        } else if (isDelimitedByClose && !request.isHttp10()) {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        boolean goesOn = isWanted && !(request.isHttp10() && (isChunked || isDelimitedByClose));
        if (!goesOn) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (request.isHttp10()) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        return goesOn;
    }

    private static boolean isDelimitedByClose(HttpResponse response) {
        HttpResponseStatus status = response.status();
        return !status.equals(HttpResponseStatus.NO_CONTENT)
                && !status.equals(HttpResponseStatus.NOT_MODIFIED)
                && !response.headers().contains(HttpHeaderNames.CONTENT_LENGTH)
                && !response.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
    }

    private static Optional<Duration> keepAliveTimeout(HttpHeaders headers) {
        String value = headers.get(KEEP_ALIVE);
        int start = value == null ? -1 : value.indexOf(TIMEOUT);
        if (value == null || start < 0) {
            return Optional.empty();
        }
        long seconds = 0;
        for (int i = start + TIMEOUT.length(); i < value.length() && Character.isDigit(value.charAt(i)); i++) {
            seconds = Math.min(seconds * 10 + Character.digit(value.charAt(i), 10), Integer.MAX_VALUE);
        }
        return Optional.of(Duration.ofSeconds(seconds));
    }
}

package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses what Netty's decoder takes although another parser could take it differently: methods that aren't passed on,
 * and header fields that say in an unusual way how long the message is.
 */
final class RequestSanitizer implements RequestStage {
    private static final Refusal METHOD_NOT_ALLOWED =
            new Refusal(HttpResponseStatus.METHOD_NOT_ALLOWED, "CONNECT and TRACE are not passed on.");
    private static final Refusal TOO_MANY_HEADERS =
            new Refusal(HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The request has too many header fields.");
    private static final Refusal UNKNOWN_EXPECTATION =
            new Refusal(HttpResponseStatus.EXPECTATION_FAILED, "The only expectation known is 100-continue.");
    private static final Refusal UNKNOWN_CODING =
            new Refusal(HttpResponseStatus.NOT_IMPLEMENTED, "The only transfer coding taken is chunked.");
    /** Netty reads an eight byte body behind these, a draft of WebSocket that no srun speaks. */
    private static final AsciiString DRAFT_WEB_SOCKET_KEY = AsciiString.cached("sec-websocket-key1");
    /** Some servers read an underscore as a hyphen. */
    private static final List<String> FRAMING = List.of("content-length", "transfer-encoding", "host", "connection");

    private final int maxHeaders;

    RequestSanitizer(int maxHeaders) {
        this.maxHeaders = maxHeaders;
    }

    @Override
    public Optional<Refusal> apply(HttpRequest request, Client client) {
        HttpMethod method = request.method();
        if (method.equals(HttpMethod.CONNECT) || method.equals(HttpMethod.TRACE)) {
            return Optional.of(METHOD_NOT_ALLOWED);
        }
        HttpHeaders headers = request.headers();
        if (headers.size() > maxHeaders) {
            return Optional.of(TOO_MANY_HEADERS);
        }
        if (headers.contains(DRAFT_WEB_SOCKET_KEY)) {
            return Refusal.because("This draft of WebSocket is not passed on.");
        }
        return checkNames(headers)
                .or(() -> checkLength(headers))
                .or(() -> checkCoding(headers))
                .or(() -> checkExpectation(request, headers));
    }

    private static Optional<Refusal> checkNames(HttpHeaders headers) {
        Iterator<Map.Entry<CharSequence, CharSequence>> entries = headers.iteratorCharSequence();
        while (entries.hasNext()) {
            CharSequence name = entries.next().getKey();
            if (AsciiString.indexOf(name, '_', 0) >= 0 && isFraming(name)) {
                return Refusal.because("A header name has an underscore in place of a hyphen.");
            }
        }
        return Optional.empty();
    }

    private static boolean isFraming(CharSequence name) {
        String hyphenated = name.toString().replace('_', '-');
        return FRAMING.stream().anyMatch(hyphenated::equalsIgnoreCase);
    }

    /** The decoder made sure that there is one at most and that it has digits only. */
    private static Optional<Refusal> checkLength(HttpHeaders headers) {
        String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
        boolean hasLeadingZero = length != null && length.length() > 1 && length.charAt(0) == '0';
        return hasLeadingZero ? Refusal.because("Content-Length has a leading zero.") : Optional.empty();
    }

    private static Optional<Refusal> checkCoding(HttpHeaders headers) {
        if (!headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return Optional.empty();
        }
        List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (codings.size() == 1 && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0))) {
            return Optional.empty();
        }
        boolean namesAnother = codings.stream()
                .flatMap(value -> List.of(value.split(",")).stream())
                .map(String::strip)
                .anyMatch(coding -> !coding.isEmpty() && !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(coding));
        return namesAnother
                ? Optional.of(UNKNOWN_CODING)
                : Refusal.because("Transfer-Encoding is not exactly \"chunked\".");
    }

    private static Optional<Refusal> checkExpectation(HttpRequest request, HttpHeaders headers) {
        if (!headers.contains(HttpHeaderNames.EXPECT)) {
            return Optional.empty();
        }
        if (request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            headers.remove(HttpHeaderNames.EXPECT); // RFC 9110 10.1.1: to be ignored in HTTP/1.0
            return Optional.empty();
        }
        boolean isKnown = headers.getAll(HttpHeaderNames.EXPECT).stream()
                .allMatch(HttpHeaderValues.CONTINUE::contentEqualsIgnoreCase);
        return isKnown ? Optional.empty() : Optional.of(UNKNOWN_EXPECTATION);
    }
}

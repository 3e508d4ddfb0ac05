package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Optional;

/**
 * An answer that the router gives itself.
 *
 * @param detail one sentence for the person who reads the answer
 */
public record Refusal(HttpResponseStatus status, String detail) {
    /** What a decoder's failure means to the client. */
    public static Refusal of(Throwable decoderFailure) {
        if (decoderFailure instanceof TooLongHttpLineException) {
            return new Refusal(HttpResponseStatus.REQUEST_URI_TOO_LONG, "The request line is too long.");
        }
        if (decoderFailure instanceof TooLongHttpHeaderException) {
            return new Refusal(HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The header is too long.");
        }
        return badRequest("The request is not valid HTTP.");
    }

    static Refusal badRequest(String detail) {
        return new Refusal(HttpResponseStatus.BAD_REQUEST, detail);
    }

    static Optional<Refusal> because(String detail) {
        return Optional.of(badRequest(detail));
    }
}

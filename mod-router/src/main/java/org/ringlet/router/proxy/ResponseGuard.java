package org.ringlet.router.proxy;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Keeps account of one response: any number of interim ones, then exactly one final. Netty's decoder gives surplus bytes
 * as a further response, and a few heads that are none.
 */
final class ResponseGuard {
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int LOWEST_STATUS = 100;
    private static final int LOWEST_FINAL = 200;
    private static final int HIGHEST_STATUS = 999;

    private State state = State.AWAITING_HEAD;

    /** What a decoded object is. */
    enum Part {
        INTERIM,
        /** Belongs to an interim response and says nothing. */
        FILLER,
        HEAD,
        BODY,
        END,
        /** Must not be passed on; the connection is of no more use. */
        VIOLATION
    }

    private enum State {
        AWAITING_HEAD,
        IN_INTERIM,
        IN_BODY,
        ENDED
    }

    Part next(HttpObject object) {
        if (object.decoderResult().isFailure()) {
            return Part.VIOLATION;
        }
        return switch (state) {
            case AWAITING_HEAD -> object instanceof HttpResponse response ? head(response) : Part.VIOLATION;
            case IN_INTERIM -> interim(object);
            case IN_BODY -> body(object);
            case ENDED -> Part.VIOLATION;
        };
    }

    boolean hasHead() {
        return state == State.IN_BODY || state == State.ENDED;
    }

    private Part head(HttpResponse response) {
        int status = response.status().code();
        if (status < LOWEST_STATUS || status > HIGHEST_STATUS || status == SWITCHING_PROTOCOLS) {
            return Part.VIOLATION;
        }
        if (!isFramingPlain(response)) {
            return Part.VIOLATION;
        }
        state = status < LOWEST_FINAL ? State.IN_INTERIM : State.IN_BODY;
        return status < LOWEST_FINAL ? Part.INTERIM : Part.HEAD;
    }

    private static boolean isFramingPlain(HttpResponse response) {
        if (!response.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return true;
        }
        List<String> codings = response.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        return codings.size() == 1 && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0));
    }

    private Part interim(HttpObject object) {
        if (object instanceof LastHttpContent) {
            state = State.AWAITING_HEAD;
            return Part.FILLER;
        }
        return Part.VIOLATION;
    }

    private Part body(HttpObject object) {
        if (object instanceof LastHttpContent) {
            state = State.ENDED;
            return Part.END;
        }
        return object instanceof HttpContent ? Part.BODY : Part.VIOLATION;
    }
}

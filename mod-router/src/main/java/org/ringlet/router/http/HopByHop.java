package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Takes off the headers that are about one connection (RFC 9110 7.6.1), and those that the other side lists in {@code
 * Connection}; but a list can't name what the router or the srun relies on. {@code Transfer-Encoding} stays: it says how
 * the body is framed on the next leg too.
 */
public final class HopByHop implements RequestStage {
    private static final List<AsciiString> ALWAYS = List.of(
            AsciiString.cached("keep-alive"),
            AsciiString.cached("proxy-connection"),
            AsciiString.cached("proxy-authenticate"),
            AsciiString.cached("proxy-authorization"),
            HttpHeaderNames.TE,
            HttpHeaderNames.TRAILER,
            HttpHeaderNames.UPGRADE,
            AsciiString.cached("http2-settings"));
    private static final Set<String> NEVER_LISTED = Set.of(
            "authorization",
            "cache-control",
            "content-encoding",
            "content-length",
            "content-range",
            "content-type",
            "cookie",
            "expect",
            "forwarded",
            "host",
            "location",
            "range",
            "set-cookie",
            "transfer-encoding",
            "via",
            "www-authenticate");

    @Override
    public Optional<Refusal> apply(HttpRequest request, Client client) {
        strip(request.headers());
        return Optional.empty();
    }

    /** Of a request or a response. */
    public static void strip(HttpHeaders headers) {
        if (headers.contains(HttpHeaderNames.CONNECTION)) {
            listed(headers).forEach(headers::remove);
            headers.remove(HttpHeaderNames.CONNECTION);
        }
        for (int i = 0; i < ALWAYS.size(); i++) {
            headers.remove(ALWAYS.get(i));
        }
    }

    private static List<String> listed(HttpHeaders headers) {
        List<String> listed = List.of();
        Iterator<String> values = headers.valueStringIterator(HttpHeaderNames.CONNECTION);
        while (values.hasNext()) {
            String value = values.next();
            if (!isCommon(value)) {
                listed = new ArrayList<>(listed);
                addNames(value, listed);
            }
        }
        return listed;
    }

    private static boolean isCommon(String value) {
        return HttpHeaderValues.KEEP_ALIVE.contentEqualsIgnoreCase(value)
                || HttpHeaderValues.CLOSE.contentEqualsIgnoreCase(value);
    }

    private static void addNames(String value, List<String> to) {
        for (String token : value.split(",", -1)) {
            String name = token.strip().toLowerCase(Locale.ROOT);
            if (!name.isEmpty() && !NEVER_LISTED.contains(name) && !name.startsWith("x-forwarded-")) {
                to.add(name);
            }
        }
    }
}

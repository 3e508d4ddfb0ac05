package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Tells the srun where the request came from. What the client says about that itself is replaced: no client is trusted.
 * Names that begin with {@code X-Ringlet-} are the cluster's own and never come from a client.
 */
final class Forwarding implements RequestStage {
    private static final AsciiString X_FORWARDED_FOR = AsciiString.cached("X-Forwarded-For");
    private static final AsciiString X_FORWARDED_PROTO = AsciiString.cached("X-Forwarded-Proto");
    private static final AsciiString X_FORWARDED_HOST = AsciiString.cached("X-Forwarded-Host");
    private static final AsciiString X_FORWARDED_PORT = AsciiString.cached("X-Forwarded-Port");
    private static final AsciiString HTTP = AsciiString.cached("http");
    private static final List<String> FOREIGN_PREFIXES = List.of("x-forwarded-", "x-ringlet-");
    /** {@code Proxy} would become the environment variable HTTP_PROXY of a CGI program. */
    private static final List<String> FOREIGN = List.of("forwarded", "x-real-ip", "proxy");

    private final String http11;
    private final String http10;

    Forwarding(String pseudonym) {
        http11 = "1.1 " + pseudonym;
        http10 = "1.0 " + pseudonym;
    }

    @Override
    public Optional<Refusal> apply(HttpRequest request, Client client) {
        HttpHeaders headers = request.headers();
        foreign(headers).forEach(headers::remove);
        boolean isHttp10 = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        headers.add(HttpHeaderNames.VIA, isHttp10 ? http10 : http11)
                .add(X_FORWARDED_FOR, client.address())
                .add(X_FORWARDED_PROTO, HTTP)
                .add(X_FORWARDED_HOST, Objects.requireNonNull(headers.get(HttpHeaderNames.HOST)))
                .add(X_FORWARDED_PORT, client.port());
        return Optional.empty();
    }

    private static List<CharSequence> foreign(HttpHeaders headers) {
        List<CharSequence> foreign = List.of();
        Iterator<Map.Entry<CharSequence, CharSequence>> entries = headers.iteratorCharSequence();
        while (entries.hasNext()) {
            CharSequence name = entries.next().getKey();
            if (isForeign(name)) {
                foreign = new ArrayList<>(foreign);
                foreign.add(name);
            }
        }
        return foreign;
    }

    private static boolean isForeign(CharSequence name) {
        return switch (name.charAt(0)) {
            case 'x', 'X', 'f', 'F', 'p', 'P' ->
                FOREIGN.stream().anyMatch(other -> AsciiString.contentEqualsIgnoreCase(other, name))
                        || FOREIGN_PREFIXES.stream()
                                .anyMatch(
                                        prefix -> AsciiString.regionMatches(name, true, 0, prefix, 0, prefix.length()));
            default -> false;
        };
    }
}

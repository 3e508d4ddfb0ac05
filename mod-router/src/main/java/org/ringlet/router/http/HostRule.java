package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Iterator;
import java.util.Optional;

/** Exactly one {@code Host}, of a name or address and perhaps a port. HTTP/1.0 may leave it out, and gets ours then. */
final class HostRule implements RequestStage {
    private static final int MAX_PORT = 65_535;

    @Override
    public Optional<Refusal> apply(HttpRequest request, Client client) {
        HttpHeaders headers = request.headers();
        Iterator<String> hosts = headers.valueStringIterator(HttpHeaderNames.HOST);
        if (!hosts.hasNext()) {
            return withoutHost(request, client);
        }
        String host = hosts.next();
        if (hosts.hasNext()) {
            return Refusal.because("The request has more than one Host.");
        }
        return isHost(host) ? Optional.empty() : Refusal.because("Host is not a name and a port.");
    }

    private static Optional<Refusal> withoutHost(HttpRequest request, Client client) {
        if (!request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            return Refusal.because("The request has no Host.");
        }
        request.headers().set(HttpHeaderNames.HOST, client.local());
        return Optional.empty();
    }

    private static boolean isHost(String host) {
        int end = host.startsWith("[") ? endOfLiteral(host) : endOfName(host);
        return end > 0 && (end == host.length() || (host.charAt(end) == ':' && isPort(host, end + 1)));
    }

    private static int endOfName(String host) {
        int end = 0;
        while (end < host.length() && isNameCharacter(host.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isNameCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '-'
                || c == '_';
    }

    /** Behind the bracket of an IPv6 literal, or -1. */
    private static int endOfLiteral(String host) {
        int end = host.indexOf(']');
        for (int i = 1; i < end; i++) {
            char c = host.charAt(i);
            if (Character.digit(c, 16) < 0 && c != ':' && c != '.') {
                return -1;
            }
        }
        return end > 1 ? end + 1 : -1;
    }

    private static boolean isPort(String host, int start) {
        int port = 0;
        for (int i = start; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            port = port * 10 + c - '0';
            if (port > MAX_PORT) {
                return false;
            }
        }
        return start < host.length();
    }
}

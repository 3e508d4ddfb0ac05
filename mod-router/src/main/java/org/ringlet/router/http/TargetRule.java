package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Optional;

/**
 * Leaves the target in origin form, or as {@code *} for OPTIONS. Of an absolute form the authority counts: it must be
 * what {@code Host} says, if that is there.
 */
final class TargetRule implements RequestStage {
    @Override
    public Optional<Refusal> apply(HttpRequest request, Client client) {
        String target = request.uri();
        if (target.startsWith("/")) {
            return Optional.empty();
        }
        if (target.equals("*")) {
            return request.method().equals(HttpMethod.OPTIONS)
                    ? Optional.empty()
                    : Refusal.because("The target * is for OPTIONS only.");
        }
        int authority = afterScheme(target);
        return authority < 0
                ? Refusal.because("The request target is neither a path nor an http URL.")
                : rewrite(request, target, authority);
    }

    private static int afterScheme(String target) {
        for (String scheme : List.of("http://", "https://")) {
            if (target.regionMatches(true, 0, scheme, 0, scheme.length())) {
                return scheme.length();
            }
        }
        return -1;
    }

    private static Optional<Refusal> rewrite(HttpRequest request, String target, int start) {
        int end = endOfAuthority(target, start);
        String authority = target.substring(start, end);
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        if (!hosts.stream().allMatch(authority::equalsIgnoreCase)) {
            return Refusal.because("Host is not what the request target says.");
        }
        if (hosts.isEmpty()) {
            request.headers().set(HttpHeaderNames.HOST, authority);
        }
        request.setUri(originForm(target.substring(end), request.method()));
        return Optional.empty();
    }

    private static int endOfAuthority(String target, int start) {
        int end = start;
        while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
            end++;
        }
        return end;
    }

    private static String originForm(String rest, HttpMethod method) {
        if (rest.startsWith("/")) {
            return rest;
        }
        return rest.isEmpty() && method.equals(HttpMethod.OPTIONS) ? "*" : "/" + rest;
    }
}

package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Keeps clients from what lies under {@code /.ringlet/}, however they write it. A path is read as Tomcat reads it:
 * without path parameters, decoded once, then without empty and dotted segments; where Tomcat would refuse (an encoded
 * slash, a way up from the root) it is read in the way that could reach.
 */
final class ReservedPaths implements RequestStage {
    private static final String RESERVED = ".ringlet";
    private static final Refusal NOT_FOUND = new Refusal(HttpResponseStatus.NOT_FOUND, "There is nothing here.");

    @Override
    public Optional<Refusal> apply(HttpRequest request, Client client) {
        return isReserved(request.uri()) ? Optional.of(NOT_FOUND) : Optional.empty();
    }

    static boolean isReserved(String target) {
        if (target.indexOf(RESERVED) < 0 && target.indexOf('%') < 0) {
            return false;
        }
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        return RESERVED.equals(firstSegment(decoded(withoutParameters(path))));
    }

    private static String withoutParameters(String path) {
        StringBuilder bare = new StringBuilder(path.length());
        boolean isParameter = false;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            isParameter = c != '/' && (isParameter || c == ';');
            if (!isParameter) {
                bare.append(c);
            }
        }
        return bare.toString();
    }

    private static String decoded(String path) {
        StringBuilder decoded = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            int value = path.charAt(i) == '%' ? hexAt(path, i + 1) : -1;
            char c = value < 0 ? path.charAt(i) : (char) value;
            decoded.append(c == '\\' ? '/' : c);
            i += value < 0 ? 0 : 2;
        }
        return decoded.toString();
    }

    private static int hexAt(String path, int at) {
        if (at + 1 >= path.length()) {
            return -1;
        }
        int high = Character.digit(path.charAt(at), 16);
        int low = Character.digit(path.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    private static String firstSegment(String path) {
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : path.split("/", -1)) {
            switch (segment) {
                case "", "." -> {}
                case ".." -> segments.pollLast();
                default -> segments.addLast(segment);
            }
        }
        return segments.isEmpty() ? "" : segments.getFirst();
    }
}

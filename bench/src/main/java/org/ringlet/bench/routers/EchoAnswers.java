package org.ringlet.bench.routers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The answers of one server, made once. */
final class EchoAnswers {
    static final int SMALL = 128;
    static final int LARGE = 10 * 1024;

    private final ByteBuffer small;
    private final ByteBuffer smallWithCookie;
    private final ByteBuffer large;
    private final ByteBuffer largeWithCookie;

    /** @param index of the server: it is in the session id that it gives, as in one of Ringlet's, and in its route */
    EchoAnswers(int index) {
        String cookie = "Set-Cookie: JSESSIONID=a" + (char) ('a' + index) + "aa" + "0123456789ABCDEFGHIJKL."
                + route(index) + "; Path=/; HttpOnly\r\n";
        small = answer(index, SMALL, "");
        smallWithCookie = answer(index, SMALL, cookie);
        large = answer(index, LARGE, "");
        largeWithCookie = answer(index, LARGE, cookie);
    }

    /** @param head of the request */
    ByteBuffer to(String head) {
        boolean known = head.contains("JSESSIONID=");
        if (head.startsWith("GET /" + LARGE + " ")) {
            return (known ? large : largeWithCookie).duplicate();
        }
        return (known ? small : smallWithCookie).duplicate();
    }

    private static String route(int index) {
        return RoutedServer.of(index, 0).route();
    }

    private static ByteBuffer answer(int index, int size, String headers) {
        byte[] body = new byte[size];
        Arrays.fill(body, (byte) ' ');
        body[0] = (byte) ('0' + index);
        String head =
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " + size + "\r\n" + headers + "\r\n";
        byte[] headBytes = head.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(headBytes.length + size)
                .put(headBytes)
                .put(body)
                .flip()
                .asReadOnlyBuffer();
    }
}

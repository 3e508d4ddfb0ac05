package org.ringlet.bench.load;

import java.nio.charset.StandardCharsets;

/** A GET as browsers keep sending it on one connection. */
final class Request {
    private Request() {}

    static byte[] get(String path) {
        return bytes(path, "");
    }

    /** @param cookie name and value */
    static byte[] get(String path, String cookie) {
        return bytes(path, "Cookie: " + cookie + "\r\n");
    }

    private static byte[] bytes(String path, String headers) {
        String text = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n" + headers + "\r\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

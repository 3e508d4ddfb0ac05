package org.ringlet.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Whether the shop works on a port of this machine. */
final class ShopProbe {
    private static final int TIMEOUT_MILLIS = 2_000;

    private ShopProbe() {}

    /** Makes no session. */
    static boolean answers(int port) {
        try {
            return get(port, "/shop.css", null).status() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a session counts on from one request to the next. */
    static boolean keepsSessions(int port) {
        try {
            Answer first = get(port, "/api/counter", null);
            return first.cookie() != null
                    && first.body().equals("1")
                    && get(port, "/api/counter", first.cookie()).body().equals("2");
        } catch (IOException e) {
            return false;
        }
    }

    private static Answer get(int port, String path, @Nullable String cookie) throws IOException {
        var connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        if (cookie != null) {
            connection.setRequestProperty("Cookie", cookie);
        }
        try (InputStream body = connection.getInputStream()) {
            return new Answer(
                    connection.getResponseCode(),
                    new String(body.readAllBytes(), StandardCharsets.UTF_8),
                    cookieOf(connection.getHeaderField("Set-Cookie")));
        }
    }

    private static @Nullable String cookieOf(@Nullable String setCookie) {
        return setCookie == null ? null : setCookie.replaceFirst(";.*", "");
    }

    private record Answer(int status, String body, @Nullable String cookie) {}
}

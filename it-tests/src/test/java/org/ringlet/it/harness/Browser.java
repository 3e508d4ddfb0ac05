package org.ringlet.it.harness;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One user's browser: it keeps the session cookie, opens a connection for each request, and never sends a request twice,
 * so that what is counted on both sides can be compared.
 */
public final class Browser {
    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(20);

    private final Duration patience;
    private String session = "";

    public Browser() {
        this(USUAL_PATIENCE);
    }

    /** One whose user gives up when nothing has come for so long. */
    public Browser(Duration patience) {
        this.patience = patience;
    }

    /** The value of the session cookie; empty if there is none. */
    public String session() {
        return session;
    }

    /** Another browser with the same cookie. */
    public Browser copy() {
        return new Browser(patience).withCookieOf(this);
    }

    public Browser withCookieOf(Browser other) {
        session = other.session;
        return this;
    }

    public Answer get(int port, String path) {
        try {
            return tryGet(port, path);
        } catch (IOException e) {
            throw new UncheckedIOException("GET " + path + " from port " + port, e);
        }
    }

    /** @throws IOException if no complete answer came */
    public Answer tryGet(int port, String path) throws IOException {
        return send(port, "GET", path);
    }

    public Answer tryPost(int port, String path) throws IOException {
        return send(port, "POST", path);
    }

    private Answer send(int port, String method, String path) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout((int) patience.toMillis());
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_TIMEOUT_MILLIS);
            socket.getOutputStream().write(request(port, method, path).getBytes(StandardCharsets.ISO_8859_1));
            Answer answer = read(new BufferedInputStream(socket.getInputStream()));
            keepCookie(answer);
            return answer;
        }
    }

    private String request(int port, String method, String path) {
        return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n"
                + (method.equals("POST") ? "Content-Length: 0\r\n" : "")
                + (session.isEmpty() ? "" : "Cookie: JSESSIONID=" + session + "\r\n") + "\r\n";
    }

    private void keepCookie(Answer answer) {
        String setCookie = answer.headers().getOrDefault("set-cookie", "");
        if (setCookie.startsWith("JSESSIONID=")) {
            session = setCookie.substring("JSESSIONID=".length()).replaceFirst(";.*", "");
        }
    }

    private static Answer read(InputStream in) throws IOException {
        String statusLine = line(in);
        int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
        Map<String, String> headers = new HashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String[] header = line.split(":", 2);
            headers.put(header[0].toLowerCase(Locale.ROOT), header[1].trim());
        }
        return new Answer(status, headers, new String(body(in, headers), StandardCharsets.UTF_8));
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            return chunks(in);
        }
        String length = headers.get("content-length");
        return length == null ? in.readAllBytes() : exactly(in, Integer.parseInt(length));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(in), 16); size > 0; size = Integer.parseInt(line(in), 16)) {
            body.write(exactly(in, size));
            line(in);
        }
        return body.toByteArray();
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the body ended after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the connection was closed within the head");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }
}

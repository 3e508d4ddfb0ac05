package org.ringlet.router;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;
import java.util.Optional;

/** A client that writes bytes as they are and reads responses strictly. */
final class TestClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    private TestClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
    }

    /** A response, with its body put together. */
    record Response(int status, String head, String body) {
        Optional<String> header(String name) {
            String lower = head.toLowerCase(Locale.ROOT);
            int at = lower.indexOf("\r\n" + name.toLowerCase(Locale.ROOT) + ": ");
            if (at < 0) {
                return Optional.empty();
            }
            int start = at + name.length() + 4;
            return Optional.of(head.substring(start, head.indexOf('\r', start)));
        }
    }

    static TestClient to(Router router) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), router.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return new TestClient(socket);
    }

    TestClient send(String raw) throws IOException {
        return send(raw.getBytes(ISO_8859_1));
    }

    TestClient send(byte[] raw) throws IOException {
        socket.getOutputStream().write(raw);
        socket.getOutputStream().flush();
        return this;
    }

    /** Each byte by itself. A refusal may come before the end: what is left is of no interest then. */
    TestClient sendBytewise(String raw) throws IOException {
        try {
            for (byte b : raw.getBytes(ISO_8859_1)) {
                socket.getOutputStream().write(b);
            }
        } catch (SocketException e) {
            // closed after the refusal
        }
        return this;
    }

    TestClient get(String target, String... headerLines) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: h\r\n" + lines(headerLines) + "\r\n");
    }

    TestClient post(String target, String body, String... headerLines) throws IOException {
        return send("POST " + target + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length() + "\r\n"
                + lines(headerLines) + "\r\n" + body);
    }

    private static String lines(String... headerLines) {
        return headerLines.length == 0 ? "" : String.join("\r\n", headerLines) + "\r\n";
    }

    /** The next response to anything but HEAD. */
    Response receive() throws IOException {
        String head = receiveHead();
        return new Response(status(head), head, body(head, status(head)));
    }

    Response receiveWithoutBody() throws IOException {
        String head = receiveHead();
        return new Response(status(head), head, "");
    }

    String receiveHead() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            head.write(b);
            if (b == '\n' && head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
                return head.toString(ISO_8859_1);
            }
        }
        throw new IOException("connection ended within a head: " + head.toString(ISO_8859_1));
    }

    private static int status(String head) {
        return Integer.parseInt(head.substring(9, 12));
    }

    private String body(String head, int status) throws IOException {
        Response response = new Response(status, head, "");
        if (status < 200 || status == 204 || status == 304) {
            return "";
        }
        if (response.header("Transfer-Encoding").isPresent()) {
            return chunks();
        }
        Optional<String> length = response.header("Content-Length");
        return length.isPresent() ? counted(Integer.parseInt(length.get())) : receiveRest();
    }

    private String counted(int length) throws IOException {
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new IOException("body ended after " + body.length + " of " + length + " bytes");
        }
        return new String(body, ISO_8859_1);
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.append(counted(size));
            line();
        }
        skipTrailers();
        return body.toString();
    }

    private void skipTrailers() throws IOException {
        String line = line();
        while (!line.isEmpty()) {
            line = line();
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("connection ended within a chunk line");
            }
            line.append((char) b);
        }
        return line.substring(0, line.length() - 1);
    }

    /** All that comes until the connection ends in order. */
    String receiveRest() throws IOException {
        return new String(in.readAllBytes(), ISO_8859_1);
    }

    int read(byte[] buffer) throws IOException {
        return in.read(buffer);
    }

    /** Whether the connection ends, in order or not, without a further byte. */
    boolean isEnded() {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Nothing more will be sent, but the response is still wanted. */
    TestClient closeOutput() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    void receiveBuffer(int bytes) throws SocketException {
        socket.setReceiveBufferSize(bytes);
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

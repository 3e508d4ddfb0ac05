package org.ringlet.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads the answers of one connection. It knows as much of HTTP/1.1 as servers need that are asked by GET and say how
 * long their answers are; whatever else they send is an error, never a guess.
 */
final class AnswerReader {
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final String CONTENT_LENGTH = "\r\ncontent-length:";
    private static final String SET_COOKIE = "\r\nset-cookie:";

    private final ByteBuffer buffer = ByteBuffer.allocate(16 * 1024);

    /** Takes what has come; the answer once it is complete. The next call begins with the next answer. */
    Optional<Answer> read(ReadableByteChannel from) throws IOException {
        if (from.read(buffer) < 0) {
            throw new EOFException("the server closed the connection");
        }
        byte[] bytes = buffer.array();
        int bodyAt = endOfHead(bytes, buffer.position());
        if (bodyAt < 0) {
            return incomplete();
        }
        String head = new String(bytes, 0, bodyAt, StandardCharsets.ISO_8859_1);
        int size = Integer.parseInt(header(head, CONTENT_LENGTH)
                .orElseThrow(() -> new ProtocolException("an answer without a Content-Length: " + head)));
        int end = bodyAt + size;
        if (buffer.position() < end) {
            return incomplete();
        }
        if (buffer.position() > end) {
            throw new ProtocolException("more bytes than the answer has: " + head);
        }
        buffer.clear();
        return Optional.of(new Answer(status(head), cookie(head), number(bytes, bodyAt, end), size));
    }

    private Optional<Answer> incomplete() throws IOException {
        if (!buffer.hasRemaining()) {
            throw new ProtocolException("an answer of more than " + buffer.capacity() + " bytes");
        }
        return Optional.empty();
    }

    private static int endOfHead(byte[] bytes, int filled) {
        for (int i = 3; i < filled; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n' && bytes[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private static int status(String head) {
        return Integer.parseInt(head, STATUS_AT, STATUS_AT + 3, 10);
    }

    private static Optional<String> cookie(String head) {
        return header(head, SET_COOKIE).map(value -> value.split(";", 2)[0]);
    }

    private static Optional<String> header(String head, String name) {
        for (int line = head.indexOf("\r\n"); line >= 0; line = head.indexOf("\r\n", line + 2)) {
            if (head.regionMatches(true, line, name, 0, name.length())) {
                int from = line + name.length();
                return Optional.of(
                        head.substring(from, head.indexOf("\r\n", from)).trim());
            }
        }
        return Optional.empty();
    }

    private static long number(byte[] bytes, int from, int to) {
        long number = -1;
        for (int i = from; i < to && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
            number = Math.max(number, 0) * 10 + bytes[i] - '0';
        }
        return number;
    }
}

package org.ringlet.bench.routers;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A connection to an echo server. Requests are GETs, one at a time. */
final class EchoConnection {
    private final SocketChannel channel;
    private final EchoAnswers answers;
    private final ByteBuffer request = ByteBuffer.allocateDirect(8 * 1024);

    EchoConnection(SocketChannel channel, EchoAnswers answers) {
        this.channel = channel;
        this.answers = answers;
    }

    void serve() throws IOException {
        if (channel.read(request) < 0 || !request.hasRemaining()) {
            channel.close();
            throw new EOFException();
        }
        byte[] bytes = new byte[request.position()];
        request.get(0, bytes);
        String head = new String(bytes, StandardCharsets.ISO_8859_1);
        if (head.endsWith("\r\n\r\n")) {
            request.clear();
            answer(answers.to(head));
        }
    }

    private void answer(ByteBuffer answer) throws IOException {
        while (answer.hasRemaining()) {
            // all at once but for an answer that a router is slow to take, which is then what is measured
            channel.write(answer);
        }
    }
}

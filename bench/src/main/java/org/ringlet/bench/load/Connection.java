package org.ringlet.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** A user's connection to the server. */
final class Connection implements AutoCloseable {
    private final SocketChannel channel;
    private final User user;
    private final AnswerReader reader = new AnswerReader();
    private long sentAt;

    private Connection(SocketChannel channel, User user) {
        this.channel = channel;
        this.user = user;
    }

    static Connection open(InetSocketAddress server, User user, Selector selector) throws IOException {
        var connection = new Connection(SocketChannel.open(server), user);
        connection.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connection.channel.configureBlocking(false);
        connection.channel.register(selector, SelectionKey.OP_READ, connection);
        return connection;
    }

    User user() {
        return user;
    }

    /** When the request that is under way was sent. */
    long sentAt() {
        return sentAt;
    }

    void send(long now) throws IOException {
        sentAt = now;
        ByteBuffer request = ByteBuffer.wrap(user.request());
        // nothing else is under way, so the socket's buffer is empty and takes a small request at once
        if (channel.write(request) < request.capacity()) {
            throw new IOException("the socket takes no more than " + request.position() + " bytes of a request");
        }
    }

    Optional<Answer> receive() throws IOException {
        return reader.read(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

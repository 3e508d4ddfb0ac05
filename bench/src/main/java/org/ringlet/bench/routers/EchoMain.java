package org.ringlet.bench.routers;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.Callable;
import org.ringlet.bench.process.Ports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Servers that do next to nothing, so that the router in front of them is what there is to measure: one thread for all
 * of them, answers that are made beforehand. Each begins its answers with its number, and gives a session cookie to who
 * has none.
 */
@Command(name = "echo", hidden = true, description = "Runs servers that answer so many bytes as their path says.")
public final class EchoMain implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "PORT")
    private List<Integer> ports = List.of();

    @Override
    public Integer call() throws IOException {
        try (Selector selector = Selector.open()) {
            listen(selector);
            while (!Thread.currentThread().isInterrupted()) {
                selector.select(key -> serve(selector, key));
            }
        }
        return 0;
    }

    private void listen(Selector selector) throws IOException {
        for (int index = 0; index < ports.size(); index++) {
            ServerSocketChannel server = ServerSocketChannel.open();
            server.bind(Ports.loopback(ports.get(index)), 1024);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT, new EchoAnswers(index));
        }
    }

    private static void serve(Selector selector, SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept(selector, (ServerSocketChannel) key.channel(), (EchoAnswers) key.attachment());
            } else {
                ((EchoConnection) key.attachment()).serve();
            }
        } catch (IOException e) {
            // the other side has gone, as clients do
            key.cancel();
        }
    }

    private static void accept(Selector selector, ServerSocketChannel server, EchoAnswers answers) throws IOException {
        SocketChannel channel = server.accept();
        if (channel != null) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new EchoConnection(channel, answers));
        }
    }
}

package org.ringlet.router.proxy;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/** Sets up each accepted connection with the worker of its event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // closing can be left alone
@Sharable
public final class ClientAcceptor extends ChannelInitializer<SocketChannel> {
    private final Shared shared;
    private final IdentityHashMap<EventLoop, Worker> workers = new IdentityHashMap<>();

    public ClientAcceptor(Shared shared, List<Worker> workers) {
        this.shared = shared;
        workers.forEach(worker -> this.workers.put(worker.loop(), worker));
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        if (shared.clients().size() >= shared.limits().connections() || shared.isStopping()) {
            channel.close();
            return;
        }
        shared.clients().add(channel);
        ClientConnection.assemble(channel, Objects.requireNonNull(workers.get(channel.eventLoop())));
    }
}

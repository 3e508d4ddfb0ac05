package org.ringlet.router.proxy;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.resolver.NoopAddressResolverGroup;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ringlet.router.health.Causes;
import org.ringlet.router.health.RoutedSrun;

/**
 * The connections of one event loop to one srun that wait for their next request. The one that waited least is taken
 * first, so that those which are too many grow old and go.
 */
@SuppressWarnings("FutureReturnValueIgnored") // timers are left alone
final class ConnectionPool {
    static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 * 1024, 64 * 1024);
    private static final long SWEEP_SECONDS = 1;

    private final RoutedSrun srun;
    private final Worker worker;
    private final Bootstrap bootstrap;
    private final Deque<SrunConnection> idle = new ArrayDeque<>();
    private boolean isClosed;
    private boolean isSweeping;

    /** Gets the outcome of {@link #connect}. */
    interface Opening {
        void opened(SrunConnection connection);

        void failed(String why);
    }

    ConnectionPool(RoutedSrun srun, Worker worker) {
        this.srun = srun;
        this.worker = worker;
        RouterLimits limits = worker.shared().limits();
        this.bootstrap = worker.shared()
                .towardsSruns()
                .clone(worker.loop())
                .resolver(NoopAddressResolverGroup.INSTANCE)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(limits.connectTimeout().toMillis()))
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                // an srun that refuses a body and closes has answered before: what it wrote must still be read
                .option(ChannelOption.AUTO_CLOSE, false)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        assemble(channel);
                    }
                });
    }

    private void assemble(SocketChannel channel) {
        SrunResponseDecoder decoder = new SrunResponseDecoder(worker.shared().responseDecoding());
        channel.pipeline().addLast(decoder, new HttpRequestEncoder(), new SrunConnection(channel, decoder, this));
    }

    /** A connection that is open and has not waited too long, if there is one. */
    @Nullable
    SrunConnection take() {
        long now = System.nanoTime();
        for (SrunConnection last = idle.pollLast(); last != null; last = idle.pollLast()) {
            if (last.isUsableAt(now)) {
                srun.counters().reused();
                return last;
            }
            last.close();
        }
        return null;
    }

    void connect(Opening opening) {
        ChannelFuture connecting = bootstrap.connect(srun.address());
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                srun.counters().connected();
                opening.opened(connecting.channel().pipeline().get(SrunConnection.class));
            } else {
                opening.failed(Causes.text(done.cause()));
            }
        });
    }

    void giveBack(SrunConnection connection) {
        RouterLimits limits = worker.shared().limits();
        if (isClosed || worker.shared().isStopping() || idle.size() >= limits.idleConnections()) {
            connection.close();
            return;
        }
        connection.restFor(limits.idle());
        idle.addLast(connection);
        if (!isSweeping) {
            isSweeping = true;
            scheduleSweep();
        }
    }

    /** The connection was closed while it waited. */
    void evict(SrunConnection connection) {
        idle.remove(connection);
    }

    void close() {
        isClosed = true;
        closeIf(connection -> true);
    }

    private void scheduleSweep() {
        worker.loop().schedule(this::sweep, SWEEP_SECONDS, TimeUnit.SECONDS);
    }

    private void sweep() {
        long now = System.nanoTime();
        closeIf(connection -> !connection.isUsableAt(now));
        isSweeping = !idle.isEmpty();
        if (isSweeping) {
            scheduleSweep();
        }
    }

    private void closeIf(Predicate<SrunConnection> isUnwanted) {
        idle.removeIf(connection -> {
            boolean goes = isUnwanted.test(connection);
            if (goes) {
                connection.close();
            }
            return goes;
        });
    }
}

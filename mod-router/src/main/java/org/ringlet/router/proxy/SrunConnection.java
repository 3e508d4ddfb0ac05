package org.ringlet.router.proxy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpObject;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One connection to an srun: it serves one {@link Exchange} after the other and rests in its pool between them. While it
 * rests it goes on reading, so that its end, or a byte that nobody asked for, is noticed at once.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
final class SrunConnection extends ChannelInboundHandlerAdapter {
    private final Channel channel;
    private final SrunResponseDecoder decoder;
    private final ConnectionPool pool;
    private @Nullable Exchange exchange;
    /** Whether it has waited in the pool: the srun may close it then at any time. */
    private boolean isReused;

    private long usableUntil;
    /** What the srun announced in {@code Keep-Alive}. */
    private Duration announced = Duration.ofNanos(Long.MAX_VALUE);

    SrunConnection(Channel channel, SrunResponseDecoder decoder, ConnectionPool pool) {
        this.channel = channel;
        this.decoder = decoder;
        this.pool = pool;
    }

    /** Serves this exchange from now on, until it is given back or closed. */
    void serve(Exchange exchange, boolean isHead) {
        this.exchange = exchange;
        decoder.expect(isHead);
    }

    void write(Object message) {
        channel.write(message, channel.voidPromise());
    }

    void flush() {
        channel.flush();
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    boolean isReused() {
        return isReused;
    }

    boolean hasSurplus() {
        return decoder.hasSurplus();
    }

    void read(boolean goesOn) {
        if (channel.config().isAutoRead() != goesOn) {
            channel.config().setAutoRead(goesOn);
        }
    }

    /**
     * The srun keeps an idle connection for so long. A second less is safe.
     */
    void announceKeepAlive(Duration timeout) {
        announced = timeout.minusSeconds(1);
    }

    /** The response is complete and the srun goes on with this connection. */
    void giveBack() {
        exchange = null;
        isReused = true;
        decoder.expectNothing();
        read(true);
        pool.giveBack(this);
    }

    /** The client went away while it was being opened. */
    void giveBackUnused() {
        isReused = true;
        pool.giveBack(this);
    }

    /** The exchange has no more use for it and nobody else can have any. */
    void abandon() {
        exchange = null;
        decoder.expectNothing();
        close();
    }

    void close() {
        channel.close();
    }

    void restFor(Duration idle) {
        Duration rest = announced.compareTo(idle) < 0 ? announced : idle;
        usableUntil = System.nanoTime() + rest.toNanos();
    }

    boolean isUsableAt(long nanos) {
        return usableUntil - nanos > 0 && channel.isActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Exchange served = exchange;
        if (served == null) {
            ReferenceCountUtil.release(message);
            close();
            return;
        }
        served.received((HttpObject) message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (exchange != null) {
            exchange.receivedAll();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (exchange != null) {
            exchange.srunWritabilityChanged();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Exchange served = exchange;
        exchange = null;
        if (served == null) {
            pool.evict(this);
        } else {
            served.connectionEnded();
        }
    }

    /** Of a failed read the end of the connection follows; after a failed write a response may still be read. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            close();
        }
    }
}

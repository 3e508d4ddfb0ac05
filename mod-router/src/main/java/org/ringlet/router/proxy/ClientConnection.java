package org.ringlet.router.proxy;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.ringlet.router.http.Client;
import org.ringlet.router.http.Refusal;
import org.ringlet.router.http.RequestDecoder;

/**
 * One client's connection: takes one request after the other and runs an {@link Exchange} for each. What the decoder
 * gives before it can be used (a pipelined request, a body whose srun is not connected yet) waits in a backlog, and
 * nothing more is read until that is empty; so it holds no more than one read of the socket.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
final class ClientConnection extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger(ClientConnection.class.getName());

    private final SocketChannel channel;
    private final Worker worker;
    private final RouterLimits limits;
    private final ClientResponseEncoder encoder;
    private final Client client;
    private final Deadline deadline;
    private final Queue<Object> backlog = new ArrayDeque<>(4);
    private State state = State.AWAITING_HEAD;
    private @Nullable Exchange exchange;
    private boolean isDraining;
    private boolean isReading;
    private boolean isInputClosed;

    private enum State {
        AWAITING_HEAD,
        SERVING,
        /** The last response is on its way; what the client still sends is thrown away. */
        CLOSING
    }

    /** What is told to every connection. */
    enum Event {
        STOPPING
    }

    private ClientConnection(SocketChannel channel, Worker worker, ClientResponseEncoder encoder) {
        this.channel = channel;
        this.worker = worker;
        this.limits = worker.shared().limits();
        this.encoder = encoder;
        this.client = Client.of(channel.remoteAddress(), channel.localAddress());
        this.deadline = new Deadline(worker.loop(), this::deadlineReached);
    }

    /** Puts the handlers of a client's connection on an accepted channel. */
    static void assemble(SocketChannel channel, Worker worker) {
        ClientResponseEncoder encoder = new ClientResponseEncoder();
        channel.pipeline()
                .addLast(
                        new RequestDecoder(worker.shared().requestDecoding()),
                        encoder,
                        new ClientConnection(channel, worker, encoder));
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        deadline.moveTo(limits.headerTimeout());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        isReading = true;
        if (backlog.isEmpty() && takes(message)) {
            handle(message);
        } else {
            backlog.add(message);
        }
        regulateReading();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        isReading = false;
        if (exchange != null) {
            exchange.flushRequest();
            touch();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (exchange != null) {
            exchange.clientWritabilityChanged(channel.isWritable());
            touch();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == Event.STOPPING && state == State.AWAITING_HEAD) {
            channel.close();
        } else if (event instanceof ChannelInputShutdownEvent) {
            inputClosed();
        }
    }

    /** A client that has sent a whole request may close its side and still wait for the answer. */
    private void inputClosed() {
        isInputClosed = true;
        boolean isAnswerDue = state == State.SERVING && exchange != null && exchange.isRequestComplete();
        if (!isAnswerDue && backlog.isEmpty()) {
            channel.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        deadline.cancel();
        state = State.CLOSING;
        Exchange orphan = exchange;
        exchange = null;
        if (orphan != null) {
            orphan.clientGone();
        }
        dropBacklog();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.log(Level.WARNING, "router: client " + client.address() + ": connection closed after a fault", cause);
        }
        channel.close();
    }

    private boolean takes(Object message) {
        return switch (state) {
            case AWAITING_HEAD, CLOSING -> true;
            case SERVING ->
                message instanceof HttpContent && exchange != null && (!exchange.hasBody() || exchange.takesBody());
        };
    }

    private void handle(Object message) {
        if (state == State.CLOSING) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request) {
            begin(request);
        } else if (message instanceof HttpContent content) {
            passOn(content);
        } else if (message instanceof Refusal refusal) {
            encoder.answering(false);
            refuse(refusal, new RequestRecord(worker.shared(), client.address(), null));
        } else {
            throw new IllegalStateException("the decoder gave a " + message.getClass());
        }
    }

    private void begin(HttpRequest request) {
        RequestRecord record = new RequestRecord(worker.shared(), client.address(), request);
        RequestFacts facts = RequestFacts.of(request);
        encoder.answering(facts.isHead());
        if (request.decoderResult().isFailure()) {
            refuse(Refusal.of(request.decoderResult().cause()), record);
            return;
        }
        Optional<Refusal> refusal = worker.shared().pipeline().apply(request, client);
        if (refusal.isPresent()) {
            refuse(refusal.get(), record);
            return;
        }
        state = State.SERVING;
        deadline.moveTo(limits.stallTimeout());
        exchange = new Exchange(this, worker, request, facts, record);
        exchange.start();
    }

    private void passOn(HttpContent content) {
        if (exchange != null && exchange.hasBody()) {
            exchange.sendBody(content);
        } else {
            content.release(); // the empty end of a request that has no body
        }
    }

    private void refuse(Refusal refusal, RequestRecord record) {
        record.status(refusal.status().code());
        record.end(EndReason.REFUSED);
        state = State.CLOSING;
        closeAfter(channel.writeAndFlush(LocalReply.of(refusal, false)), true);
    }

    /** Uses what waits in the backlog, as far as possible. */
    private void drain() {
        if (isDraining) {
            return;
        }
        isDraining = true;
        while (!backlog.isEmpty() && takes(backlog.element())) {
            handle(backlog.remove());
        }
        isDraining = false;
        if (!isReading && exchange != null) {
            exchange.flushRequest();
        }
        if (isInputClosed && state == State.AWAITING_HEAD) {
            channel.close();
        }
    }

    /** Reading that goes on costs nothing, so it is only stopped when what comes can't be used. */
    private void regulateReading() {
        boolean goesOn =
                state == State.CLOSING || (backlog.isEmpty() && (exchange == null || exchange.wantsClientToSend()));
        if (channel.config().isAutoRead() != goesOn) {
            channel.config().setAutoRead(goesOn);
        }
    }

    /** The exchange has a connection, or its connection can take more. */
    void exchangeReady() {
        drain();
        regulateReading();
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

    /** Whether another request may follow the one that is being served. */
    boolean mayGoOn() {
        return !worker.shared().isStopping() && !isInputClosed;
    }

    void touch() {
        if (state == State.SERVING) {
            deadline.moveTo(limits.stallTimeout());
        }
    }

    /**
     * The response has been written to its end.
     *
     * @param isRequestOpen whether the client may still be sending
     */
    void exchangeDone(boolean goesOn, boolean isRequestOpen) {
        exchange = null;
        if (!goesOn) {
            state = State.CLOSING;
            closeAfter(channel.writeAndFlush(Unpooled.EMPTY_BUFFER), isRequestOpen);
            return;
        }
        flush();
        awaitNext();
    }

    void exchangeRefused(Refusal refusal, RequestFacts facts, boolean isRequestComplete) {
        exchange = null;
        boolean goesOn = facts.isKeepAlive() && isRequestComplete && mayGoOn();
        ChannelFuture written = channel.writeAndFlush(LocalReply.of(refusal, goesOn));
        if (goesOn) {
            awaitNext();
        } else {
            state = State.CLOSING;
            closeAfter(written, !isRequestComplete);
        }
    }

    private void awaitNext() {
        state = State.AWAITING_HEAD;
        deadline.moveTo(limits.keepAlive());
        drain();
        regulateReading();
    }

    /** A reset, not an orderly end: the client must notice that something is missing. */
    void abort() {
        exchange = null;
        state = State.CLOSING;
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        channel.close();
    }

    /** A client that is still sending would lose the response if its connection were closed at once (RFC 9112 9.6). */
    private void closeAfter(ChannelFuture written, boolean isClientSending) {
        dropBacklog();
        regulateReading();
        if (isClientSending && !isInputClosed) {
            written.addListener(done -> linger());
        } else {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void linger() {
        channel.shutdownOutput();
        deadline.moveTo(limits.linger());
    }

    private void dropBacklog() {
        backlog.forEach(ReferenceCountUtil::release);
        backlog.clear();
    }

    private void deadlineReached() {
        if (exchange == null) {
            channel.close();
            return;
        }
        exchange.stalled();
        touch();
    }
}

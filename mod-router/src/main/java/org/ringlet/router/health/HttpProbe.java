package org.ringlet.router.health;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ringlet.cluster.StatusProof;

/** Sends a GET and looks at the status of the answer: 200 is good. */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
final class HttpProbe implements Probe {
    private static final int GOOD = 200;

    private final Bootstrap bootstrap;
    private final String path;
    private final Duration timeout;
    private final Optional<String> secret;
    private final Clock clock;

    HttpProbe(Bootstrap bootstrap, String path, Duration timeout, Optional<String> secret, Clock clock) {
        this.bootstrap =
                bootstrap.clone().option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()));
        this.path = path;
        this.timeout = timeout;
        this.secret = secret;
        this.clock = clock;
    }

    @Override
    public void start(InetSocketAddress srun, Consumer<ProbeResult> result) {
        Answer answer = new Answer(result);
        ChannelFuture connecting = bootstrap
                .clone()
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpClientCodec(), answer);
                    }
                })
                .connect(srun);
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                ask(connecting.channel(), srun, answer);
            } else {
                answer.give(ProbeResult.bad("probe: " + Causes.text(done.cause())));
            }
        });
    }

    private void ask(Channel channel, InetSocketAddress srun, Answer answer) {
        channel.writeAndFlush(request(srun));
        var deadline = channel.eventLoop()
                .schedule(
                        () -> {
                            answer.give(ProbeResult.bad("probe: no answer in " + timeout.toMillis() + " ms"));
                            channel.close();
                        },
                        timeout.toMillis(),
                        TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(closed -> deadline.cancel(false));
    }

    private HttpRequest request(InetSocketAddress srun) {
        HttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, path);
        request.headers()
                .set(HttpHeaderNames.HOST, srun.getHostString() + ":" + srun.getPort())
                .set(HttpHeaderNames.USER_AGENT, "ringlet-probe")
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        secret.ifPresent(
                known -> request.headers().set(StatusProof.HEADER, StatusProof.header(known, clock.instant())));
        return request;
    }

    /** Waits for the head of a response; gives one result, whatever happens in whatever order. */
    private static final class Answer extends SimpleChannelInboundHandler<HttpObject> {
        private final Consumer<ProbeResult> result;
        private boolean isGiven;

        Answer(Consumer<ProbeResult> result) {
            this.result = result;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
            if (message instanceof HttpResponse response) {
                int status = response.status().code();
                boolean isWell = response.decoderResult().isSuccess() && status == GOOD;
                give(isWell ? ProbeResult.good("status " + status) : ProbeResult.bad("probe: status " + status));
                context.close();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            give(ProbeResult.bad("probe: connection closed without an answer"));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            give(ProbeResult.bad("probe: " + Causes.text(cause)));
            context.close();
        }

        void give(ProbeResult given) {
            if (!isGiven) {
                isGiven = true;
                result.accept(given);
            }
        }
    }
}

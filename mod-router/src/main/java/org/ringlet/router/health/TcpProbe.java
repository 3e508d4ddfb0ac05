package org.ringlet.router.health;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** Opens a connection and closes it. */
@SuppressWarnings("FutureReturnValueIgnored") // closing can be left alone
final class TcpProbe implements Probe {
    private final Bootstrap bootstrap;

    TcpProbe(Bootstrap bootstrap, Duration timeout) {
        this.bootstrap = bootstrap
                .clone()
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        // nothing is said on it
                    }
                });
    }

    @Override
    public void start(InetSocketAddress srun, Consumer<ProbeResult> result) {
        ChannelFuture connecting = bootstrap.connect(srun);
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                connecting.channel().close();
                result.accept(ProbeResult.good("accepts connections"));
            } else {
                result.accept(ProbeResult.bad("probe: " + Causes.text(done.cause())));
            }
        });
    }
}

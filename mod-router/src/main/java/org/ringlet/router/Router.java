package org.ringlet.router;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.resolver.NoopAddressResolverGroup;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.RouterSettings;
import org.ringlet.router.RouterStatus.SrunStatus;
import org.ringlet.router.health.Health;
import org.ringlet.router.health.HealthMonitor;
import org.ringlet.router.health.RoutedSrun;
import org.ringlet.router.health.Sruns;
import org.ringlet.router.http.RequestPipeline;
import org.ringlet.router.log.AccessLog;
import org.ringlet.router.proxy.ClientAcceptor;
import org.ringlet.router.proxy.RouterLimits;
import org.ringlet.router.proxy.Shared;
import org.ringlet.router.proxy.Worker;
import org.ringlet.router.routing.StickyIds;

/**
 * A running router: it listens where the cluster says, and passes requests on to the cluster's sruns until it is
 * stopped. Thread-safe.
 */
public final class Router {
    /** Tomcat's names of the session id, in a cookie and in a path. */
    private static final StickyIds STICKY_IDS = new StickyIds("JSESSIONID", "jsessionid");

    private static final System.Logger LOG = System.getLogger(Router.class.getName());
    private static final int ACCEPT_BACKLOG = 1024;

    private final Transport transport = Transport.best();
    private final EventLoopGroup loops = transport.newLoops(Runtime.getRuntime().availableProcessors());
    private final HealthMonitor health;
    private final Shared shared;
    private final List<Worker> workers = new ArrayList<>();
    private volatile @Nullable Channel listener;

    private Router(Cluster cluster, RouterLimits limits, AccessLog accessLog) {
        Random random = new Random();
        health = new HealthMonitor(cluster, towardsSruns().group(loops), Clock.systemUTC(), random);
        Shared.Rules rules =
                new Shared.Rules(limits, RequestPipeline.standard(limits.headers(), pseudonym(random)), STICKY_IDS);
        shared = new Shared(health.sruns(), rules, towardsSruns(), accessLog);
        for (EventExecutor loop : loops) {
            workers.add(new Worker((EventLoop) loop, shared));
        }
    }

    /** {@link #start(Cluster, RouterLimits, AccessLog)} with the usual limits and without an access log. */
    public static Router start(Cluster cluster) {
        return start(cluster, RouterLimits.DEFAULT, AccessLog.off());
    }

    /**
     * Probes each srun once, then listens. Sruns that don't answer are no fault: they are asked when nobody else is left.
     *
     * @param cluster of which the router's port may be 0: any free one then
     * @param accessLog is closed with the router
     * @throws org.ringlet.store.ConfigurationException if the cluster asks for what this router can't do
     * @throws UncheckedIOException if it can't listen there
     */
    public static Router start(Cluster cluster, RouterLimits limits, AccessLog accessLog) {
        RouterChecks.check(cluster.router());
        Router router = new Router(cluster, limits, accessLog);
        try {
            router.health.awaitFirstProbes(cluster.router().health().timeout());
            router.listen(cluster);
            return router;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            router.stop(Duration.ZERO);
            throw new UncheckedIOException("router: interrupted while starting", new IOException(e));
        } catch (RuntimeException e) {
            router.stop(Duration.ZERO);
            throw e;
        }
    }

    /** Where it listens. */
    public int port() {
        Channel listening = Objects.requireNonNull(listener);
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /**
     * Goes on with another configuration. No connection is closed but idle ones to sruns that are gone; an srun that keeps
     * its index, id and address keeps its health. Another port or host takes a restart.
     *
     * @throws org.ringlet.store.ConfigurationException if the cluster asks for what this router can't do: it goes on as
     *     it was
     */
    public void reload(Cluster cluster) {
        RouterChecks.check(cluster.router());
        RouterSettings before = health.sruns().view().cluster().router();
        if (before.port() != cluster.router().port()
                || !before.host().equals(cluster.router().host())) {
            LOG.log(
                    Level.WARNING,
                    "router: goes on listening on port {0,number,#}; the new address takes effect at a restart",
                    port());
        }
        health.reload(cluster);
        workers.forEach(Worker::forgetRemoved);
    }

    public RouterStatus status() {
        Sruns.View view = health.sruns().view();
        List<SrunStatus> sruns = view.byIndex().values().stream()
                .map(Router::status)
                .sorted(Comparator.comparingInt(SrunStatus::index))
                .toList();
        return new RouterStatus(view.generation(), shared.clients().size(), sruns);
    }

    private static SrunStatus status(RoutedSrun srun) {
        Health health = srun.health();
        return new SrunStatus(
                srun.declared().id(),
                srun.declared().index(),
                health.state(),
                health.reason(),
                health.since(),
                srun.counters().snapshot());
    }

    /**
     * Accepts no more connections, answers what is under way with {@code Connection: close}, and ends. Idempotent.
     *
     * @param grace how long to wait for what is under way
     */
    public void stop(Duration grace) {
        closeListener();
        shared.stop();
        awaitClients(grace);
        shared.clients().close().awaitUninterruptibly();
        health.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        shared.accessLog().close();
    }

    private void listen(Cluster cluster) {
        RouterSettings settings = cluster.router();
        InetSocketAddress address = settings.host()
                .map(host -> new InetSocketAddress(host, settings.port()))
                .orElseGet(() -> new InetSocketAddress(settings.port()));
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, ACCEPT_BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(32 * 1024, 64 * 1024))
                .childHandler(new ClientAcceptor(shared, workers))
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(
                    "router: can't listen on " + address,
                    new IOException(bound.cause().getMessage(), bound.cause()));
        }
        listener = bound.channel();
        LOG.log(
                Level.INFO,
                "router: cluster {0} of {1} sruns on {2} ({3})",
                cluster.name(),
                cluster.sruns().size(),
                bound.channel().localAddress(),
                transport.name());
    }

    private void closeListener() {
        if (listener != null) {
            listener.close().awaitUninterruptibly();
        }
    }

    private void awaitClients(Duration grace) {
        long deadline = System.nanoTime() + grace.toNanos();
        for (Channel client : shared.clients()) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || !client.closeFuture().awaitUninterruptibly(left, TimeUnit.NANOSECONDS)) {
                return;
            }
        }
    }

    /** Names are resolved by the health monitor, never on an event loop. */
    private Bootstrap towardsSruns() {
        return new Bootstrap().channel(transport.channel()).resolver(NoopAddressResolverGroup.INSTANCE);
    }

    /** Tells this router from others in {@code Via}, so that a loop is noticed. */
    private static String pseudonym(Random random) {
        byte[] bytes = new byte[4];
        random.nextBytes(bytes);
        return "ringlet-" + HexFormat.of().formatHex(bytes);
    }
}

package org.ringlet.store.ring;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.Ring;
import org.ringlet.cluster.Srun;
import org.ringlet.session.Bytes;
import org.ringlet.store.ConfigurationException;

/**
 * The ring's connections over TCP, and the one thread that all of it runs on. There is one connection between two sruns;
 * both make it, and of two that cross the one that the srun with the lower index has made stays. One that is lost is made
 * again at once, then less and less often.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channels' events; timers are left alone
final class RingTransport implements Loop, Network, RingConnection.Owner, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RingTransport.class.getName());
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final int LONGEST_PAUSE_DOUBLINGS = 5;
    private static final Duration LASTING = Duration.ofSeconds(10);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Srun self;
    private final LongSupplier nanoClock;
    private final Optional<RingTls> tls;
    private final List<String> secrets;
    private final boolean sealsFrames;
    private final long start = RANDOM.nextLong();
    private final long startedAt;
    private final Optional<ReplicaFile> file;
    private final EventLoopGroup group;
    private final EventLoop loop;
    private final ExecutorService names;
    private final RingNode node;
    private final Budget budget = new Budget(2L * FrameDecoder.LONGEST);
    private final Map<Integer, Line> lines = new HashMap<>();
    private Cluster cluster;
    private @Nullable Channel server;
    private boolean closed;

    /**
     * What an srun may have beside its settings.
     *
     * @param tls empty: connections are in the clear
     * @param sealsFrames whether frames are authenticated one by one
     * @param previousSecrets that other sruns may still have
     * @param file empty: replicas are in memory only. Closed with the transport
     */
    record Means(Optional<RingTls> tls, boolean sealsFrames, List<String> previousSecrets, Optional<ReplicaFile> file) {
        static final Means NONE = new Means(Optional.empty(), false, List.of(), Optional.empty());

        Means with(RingTls connections) {
            return new Means(Optional.of(connections), sealsFrames, previousSecrets, file);
        }

        Means with(ReplicaFile replicas) {
            return new Means(tls, sealsFrames, previousSecrets, Optional.of(replicas));
        }

        Means withSealedFrames() {
            return new Means(tls, true, previousSecrets, file);
        }

        Means withPreviousSecrets(List<String> secrets) {
            return new Means(tls, sealsFrames, secrets, file);
        }
    }

    /** What there is towards another srun, or one that was declared once and may have something to hand over. Confined to the loop. */
    private static final class Line {
        Srun srun;

        @Nullable
        RingConnection connection;

        boolean dialing;
        int failures;
        long provenAt;

        Line(Srun srun) {
            this.srun = srun;
        }
    }

    /**
     * @param nanoClock as {@link System#nanoTime}
     * @throws ConfigurationException if the srun has no {@code ring-port}, or it can't be had
     */
    static RingTransport start(
            Cluster cluster, Srun self, Duration tombstoneLife, LongSupplier nanoClock, Means means) {
        RingTransport transport = new RingTransport(cluster, self, tombstoneLife, nanoClock, means);
        try {
            transport.bind();
        } catch (RuntimeException e) {
            transport.close();
            throw e;
        }
        return transport;
    }

    private RingTransport(Cluster cluster, Srun self, Duration tombstoneLife, LongSupplier nanoClock, Means means) {
        this.cluster = cluster;
        this.nanoClock = nanoClock;
        this.self = self;
        this.tls = means.tls();
        this.sealsFrames = means.sealsFrames();
        this.secrets = Stream.concat(Stream.of(cluster.secret().orElse("")), means.previousSecrets().stream())
                .toList();
        this.file = means.file();
        this.startedAt = nanoClock.getAsLong()
                - means.file().map(ReplicaFile::activeFor).orElse(Duration.ZERO).toNanos();
        this.group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("ringlet-ring-" + self.id(), true), NioIoHandler.newFactory());
        this.loop = group.next();
        this.names =
                Executors.newSingleThreadExecutor(new DefaultThreadFactory("ringlet-ring-names-" + self.id(), true));
        this.node = new RingNode(
                new RingNode.Identity(self.index(), Ring.of(cluster.sruns()), cluster.ring(), tombstoneLife),
                this,
                this,
                means.file().<Backing>map(present -> present).orElse(Backing.NONE));
    }

    /** Writes what has changed to the file, if there is one. */
    void flush() {
        file.ifPresent(present -> present.writeChanged(node.replicas()));
    }

    RingNode node() {
        return node;
    }

    /** How much all applications of this JVM may be sending at once. */
    Budget budget() {
        return budget;
    }

    private void bind() {
        int port = self.ringPort()
                .orElseThrow(() -> new ConfigurationException(
                        "store=\"ring\" needs a ring-port on srun " + self.id() + " in the cluster file"));
        InetSocketAddress address = new InetSocketAddress(self.host(), port);
        file.ifPresent(present -> {
            present.load(node.replicas(), this, cluster.ring().rejoinLimit());
            present.start(self.id(), node.replicas(), this);
        });
        try {
            server = new ServerBootstrap()
                    .group(group)
                    .channel(NioServerSocketChannel.class)
                    .childHandler(initializer(View.NOBODY))
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .bind(address)
                    .syncUninterruptibly()
                    .channel();
        } catch (Exception e) {
            throw new ConfigurationException(
                    "srun " + self.id() + " can't listen on its ring address " + address + ": " + e.getMessage(), e);
        }
        loop.execute(() -> {
            dialDeclared();
            node.start();
        });
        LOG.log(
                Level.INFO,
                "ring of " + cluster.name() + ": srun " + self.id() + " listens on " + address
                        + (tls.isPresent() ? ", with TLS" : sealsFrames ? ", authenticated in the clear" : ""));
    }

    /** Takes over a new version of the cluster file. May be called from any thread. */
    void declared(Cluster now) {
        loop.execute(() -> {
            if (closed) {
                return;
            }
            if (!now.ring().equals(cluster.ring()) || !now.secret().equals(cluster.secret())) {
                LOG.log(
                        Level.WARNING,
                        "srun " + self.id()
                                + ": changes of <ring> and of the secret take effect when it is started again");
            }
            cluster = new Cluster(now.name(), cluster.secret(), now.sruns(), cluster.ring(), now.router());
            node.declared(Ring.of(now.sruns()));
            dialDeclared();
            if (cluster.srun(self.index()).isEmpty()) {
                LOG.log(
                        Level.WARNING,
                        "srun " + self.id() + " is not in the cluster file any more: it hands over its "
                                + node.replicas().size() + " sessions and holds none from now on");
            }
        });
    }

    private void dialDeclared() {
        for (Srun srun : cluster.sruns()) {
            if (srun.index() != self.index()) {
                Line line = lines.computeIfAbsent(srun.index(), index -> new Line(srun));
                boolean isMoved = !line.srun.host().equals(srun.host())
                        || !line.srun.ringPort().equals(srun.ringPort());
                line.srun = srun;
                if (isMoved && line.connection != null) {
                    line.connection.close();
                }
                dial(line);
            }
        }
    }

    private boolean isDeclared(Line line) {
        return cluster.srun(line.srun.index()).isPresent();
    }

    private ChannelInitializer<SocketChannel> initializer(int dialed) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                tls.ifPresent(context -> channel.pipeline().addLast(context.handler(channel, dialed != View.NOBODY)));
                FrameDecoder frames = new FrameDecoder();
                channel.pipeline()
                        .addLast(
                                new ReadTimeoutHandler(cluster.ring().deadTime().toMillis(), TimeUnit.MILLISECONDS))
                        .addLast(frames)
                        .addLast(new RingConnection(RingTransport.this, frames, dialed));
            }
        };
    }

    // dialing

    private void dial(Line line) {
        if (closed || line.dialing || line.connection != null || !isDeclared(line)) {
            return;
        }
        line.dialing = true;
        String host = line.srun.host();
        // a name server may take its time, and the loop must not wait
        names.execute(() -> {
            try {
                InetAddress address = InetAddress.getByName(host);
                executeIfRunning(() -> connect(line, address));
            } catch (UnknownHostException e) {
                LOG.log(Level.DEBUG, "the address of srun " + line.srun.id() + " is not known", e);
                executeIfRunning(() -> failed(line, false));
            }
        });
    }

    private void executeIfRunning(Runnable work) {
        if (!loop.isShuttingDown()) {
            loop.execute(work);
        }
    }

    private void connect(Line line, InetAddress address) {
        new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECT_TIMEOUT.toMillis())
                .handler(initializer(line.srun.index()))
                .connect(address, line.srun.ringPort().orElse(0))
                .addListener(connecting -> {
                    if (!connecting.isSuccess()) {
                        failed(line, connecting.cause() instanceof ConnectException refused && isRefusal(refused));
                    }
                });
    }

    /** A connection that timed out is one of these too, but says nothing of the process. */
    private static boolean isRefusal(ConnectException e) {
        return !(e instanceof io.netty.channel.ConnectTimeoutException);
    }

    private void failed(Line line, boolean gone) {
        line.dialing = false;
        if (closed || line.connection != null) {
            return;
        }
        node.down(line.srun.index(), gone);
        dialLater(line);
    }

    private void dialLater(Line line) {
        long pause = SHORTEST_PAUSE.toMillis() << Math.min(line.failures++, LONGEST_PAUSE_DOUBLINGS);
        // spread, so that sruns that lost each other don't all come at once
        after(Duration.ofMillis(pause / 2 + RANDOM.nextLong(pause)), () -> dial(line));
    }

    // connections

    @Override
    public Hello hello(int to) {
        byte[] nonce = new byte[Hello.NONCE_SIZE];
        RANDOM.nextBytes(nonce);
        Duration uptime = Duration.ofNanos(nanoTime() - startedAt);
        return new Hello(Hello.MINOR, cluster.name(), self.index(), to, start, uptime, Bytes.wrap(nonce), Bytes.EMPTY);
    }

    @Override
    public List<String> secrets() {
        return secrets;
    }

    @Override
    public boolean sealsFrames() {
        return sealsFrames;
    }

    @Override
    public @Nullable String objection(Hello hello, boolean isOurs) {
        if (!hello.cluster().equals(cluster.name())) {
            return "it is of cluster " + hello.cluster() + ", this one is " + cluster.name();
        }
        if (hello.to() != self.index()) {
            return "it means srun " + hello.to() + ", this is srun " + self.index();
        }
        return lines.containsKey(hello.from())
                ? null
                : "srun " + hello.from() + " is not another one in the cluster file";
    }

    @Override
    public void proven(RingConnection connection) {
        Line line = lines.get(connection.other());
        if (line == null || closed) {
            connection.close();
            return;
        }
        if (connection.isDialer()) {
            line.dialing = false;
        }
        RingConnection earlier = line.connection;
        if (earlier != null
                && earlier.otherStart() != connection.otherStart()
                && node.hasJustHeard(line.srun.index())) {
            LOG.log(
                    Level.WARNING,
                    "two JVMs say that they are srun " + line.srun.id() + ", the second one at " + connection
                            + ": each srun of the cluster file may be started once");
        }
        boolean hasCrossed = earlier != null
                && earlier.otherStart() == connection.otherStart()
                && earlier.isDialer() != connection.isDialer();
        if (earlier != null && hasCrossed && isPreferred(earlier, line)) {
            connection.close();
            return;
        }
        forgetIfOutdated(connection);
        line.connection = connection;
        line.provenAt = nanoTime();
        if (earlier != null) {
            earlier.close();
        }
        node.connected(line.srun.index());
    }

    /**
     * Who was away while others were there, for longer than ends of sessions are remembered, may have what has ended. What
     * has been used since the start is not of that.
     */
    private void forgetIfOutdated(RingConnection connection) {
        Duration limit = cluster.ring().rejoinLimit();
        boolean wasAway = file.flatMap(ReplicaFile::absence)
                .filter(absence -> absence.compareTo(limit) > 0)
                .isPresent();
        if (wasAway && connection.otherUptime().compareTo(limit) > 0) {
            int forgotten = node.replicas().forgetUnconfirmed();
            LOG.log(
                    Level.WARNING,
                    "srun " + self.id() + " was away for more than " + limit.toMinutes() + " min while srun "
                            + connection.other() + " was there: it forgets the " + forgotten
                            + " sessions of its file that nobody has used since");
        }
    }

    /** Of two connections both sruns must keep the same: the one that the lower index has made. */
    private boolean isPreferred(RingConnection connection, Line line) {
        return connection.isDialer() == self.index() < line.srun.index();
    }

    @Override
    public void received(RingConnection connection, Message message) {
        Line line = lines.get(connection.other());
        if (line != null && line.connection == connection) {
            node.received(line.srun.index(), message);
        }
    }

    @Override
    public void closed(RingConnection connection) {
        for (Line line : lines.values()) {
            if (line.connection == connection) {
                line.connection = null;
                node.connecting(line.srun.index());
                dialAgain(line);
                return;
            }
        }
        dialedInVain(connection);
    }

    /** At once, unless the last connections did not last either. */
    private void dialAgain(Line line) {
        if (nanoTime() - line.provenAt > LASTING.toNanos()) {
            line.failures = 0;
            dial(line);
        } else {
            dialLater(line);
        }
    }

    private void dialedInVain(RingConnection connection) {
        Line line = lines.get(connection.dialed());
        if (line != null && line.dialing) {
            failed(line, false);
        }
    }

    @Override
    public void send(int srun, Message message) {
        Line line = lines.get(srun);
        if (line != null && line.connection != null) {
            line.connection.send(message);
        }
    }

    // the loop

    @Override
    public long nanoTime() {
        return nanoClock.getAsLong();
    }

    @Override
    public void execute(Runnable work) {
        loop.execute(work);
    }

    @Override
    public void after(Duration delay, Runnable work) {
        loop.schedule(() -> attempt(work), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A timer would swallow what goes wrong. */
    private void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "srun " + self.id() + ": a step of the ring failed", e);
        }
    }

    /** Closes all connections; bounded in time. */
    @Override
    public void close() {
        if (server != null) {
            server.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        }
        loop.execute(() -> {
            closed = true;
            node.stop();
            lines.values().stream()
                    .map(line -> Optional.ofNullable(line.connection))
                    .forEach(connection -> connection.ifPresent(RingConnection::close));
        });
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
        names.shutdownNow();
        file.ifPresent(ReplicaFile::close);
    }
}

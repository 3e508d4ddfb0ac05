package org.ringlet.store.ring;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.lang.System.Logger.Level;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.session.Bytes;
import org.ringlet.store.UnreadableSessionException;

/**
 * One connection between two sruns: first each says hello and proves that it knows the cluster's secret, then there are
 * messages. Confined to the loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
final class RingConnection extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger(RingConnection.class.getName());
    private static final int SECONDS_FOR_PROOF = 5;

    /** What a connection is one of. */
    interface Owner {
        /** What this srun says first. */
        Hello hello(int to);

        /** What an srun may know: its own secret, and those it had before. */
        List<String> secrets();

        /** Whether frames are authenticated one by one. */
        boolean sealsFrames();

        /** Why an srun that says this is not welcome; null if it is. */
        @Nullable
        String objection(Hello hello, boolean isOurs);

        void proven(RingConnection connection);

        void received(RingConnection connection, Message message);

        void closed(RingConnection connection);
    }

    private enum State {
        AWAITS_HELLO,
        AWAITS_PROOF,
        PROVEN,
        CLOSED
    }

    private final Owner owner;
    private final MessageForm form = new MessageForm();
    private final FrameDecoder frames;
    private final boolean isDialer;
    private final int dialed;
    private State state = State.AWAITS_HELLO;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Hello ours;
    private @Nullable Hello theirs;
    private @Nullable FrameSeal outgoing;
    private @Nullable FrameSeal incoming;
    private boolean flushing;

    /** @param dialed the index of the srun that was called; {@link View#NOBODY} if the other one called */
    RingConnection(Owner owner, FrameDecoder frames, int dialed) {
        this.owner = owner;
        this.frames = frames;
        this.isDialer = dialed != View.NOBODY;
        this.dialed = dialed;
    }

    /** Whether this srun made the connection. */
    boolean isDialer() {
        return isDialer;
    }

    /** The index of the srun that was called; {@link View#NOBODY} if the other one called. */
    int dialed() {
        return dialed;
    }

    /** The index of the other srun, once it has proven itself. */
    int other() {
        return theirHello().from();
    }

    /** Which life of the other srun it is. */
    long otherStart() {
        return theirHello().start();
    }

    /** For how long the other srun has been in the ring. */
    Duration otherUptime() {
        return theirHello().uptime();
    }

    private Hello theirHello() {
        if (theirs == null) {
            throw new IllegalStateException("the other srun has not said who it is");
        }
        return theirs;
    }

    void close() {
        if (context != null) {
            context.close();
        }
    }

    /** Sends a message with the others of the moment. */
    void send(Message message) {
        ChannelHandlerContext to = context;
        if (to == null || state != State.PROVEN) {
            return;
        }
        ByteSink sink = new ByteSink(256);
        form.write(message, sink);
        if (outgoing != null) {
            outgoing.seal(sink);
        }
        write(to, sink.array(), sink.size());
        if (!flushing) {
            flushing = true;
            // behind what is to be done now, which may have more to send
            to.executor().execute(() -> {
                flushing = false;
                to.flush();
            });
        }
    }

    private static void write(ChannelHandlerContext to, byte[] bytes, int size) {
        ByteBuf frame = to.alloc().ioBuffer(Integer.BYTES + size);
        FrameDecoder.writeLength(size, frame);
        frame.writeBytes(bytes, 0, size);
        to.write(frame, to.voidPromise());
    }

    // events

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        ctx.executor().schedule(this::closeIfStranger, SECONDS_FOR_PROOF, TimeUnit.SECONDS);
        if (ctx.pipeline().get(SslHandler.class) == null) {
            begin(ctx);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent tls && tls.isSuccess()) {
            begin(ctx);
        }
        ctx.fireUserEventTriggered(event);
    }

    /** Who has dialed says hello first; the other one answers, then it knows whom it talks to. */
    private void begin(ChannelHandlerContext ctx) {
        if (isDialer) {
            sayHello(ctx, dialed);
        }
    }

    private void sayHello(ChannelHandlerContext ctx, int to) {
        Hello hello = owner.hello(to);
        ours = hello;
        byte[] bytes = hello.bytes();
        write(ctx, bytes, bytes.length);
        ctx.flush();
    }

    private void closeIfStranger() {
        if (state == State.AWAITS_HELLO || state == State.AWAITS_PROOF) {
            refuse("no proof of the cluster's secret in " + SECONDS_FOR_PROOF + " s");
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame) {
        byte[] bytes = (byte[]) frame;
        try {
            switch (state) {
                case AWAITS_HELLO -> greeted(ctx, Hello.of(remote(ctx), bytes));
                case AWAITS_PROOF -> shown(ctx, bytes);
                case PROVEN -> owner.received(this, message(ctx, bytes));
                case CLOSED -> {}
            }
        } catch (UnreadableSessionException e) {
            refuse(String.valueOf(e.getMessage()));
        }
    }

    private Message message(ChannelHandlerContext ctx, byte[] frame) {
        String sender = remote(ctx);
        int length = incoming == null ? frame.length : incoming.open(sender, frame);
        return form.read(new ByteSource(sender, frame, 0, length));
    }

    private void greeted(ChannelHandlerContext ctx, Hello hello) {
        String objection = owner.objection(hello, isDialer);
        if (objection == null && isDialer && hello.from() != dialed) {
            objection = "srun " + dialed + " was called, and srun " + hello.from() + " answers";
        }
        if (objection != null) {
            refuse(objection);
            return;
        }
        theirs = hello;
        state = State.AWAITS_PROOF;
        if (!isDialer) {
            sayHello(ctx, hello.from());
        }
        byte[] proof = proof(ctx, owner.secrets().get(0)).of(isDialer);
        write(ctx, proof, proof.length);
        ctx.flush();
    }

    private void shown(ChannelHandlerContext ctx, byte[] shown) {
        Proof theirProof = owner.secrets().stream()
                .map(secret -> proof(ctx, secret))
                .filter(proof -> proof.isShownBy(!isDialer, shown))
                .findFirst()
                .orElse(null);
        if (theirProof == null) {
            refuse("it does not know this cluster's secret, or one of the two has tls=\"never\" and the other has not");
            return;
        }
        if (owner.sealsFrames()) {
            incoming = new FrameSeal(theirProof.keyOfFrames(!isDialer));
            outgoing = new FrameSeal(proof(ctx, owner.secrets().get(0)).keyOfFrames(isDialer));
        }
        state = State.PROVEN;
        frames.trust();
        owner.proven(this);
    }

    private Proof proof(ChannelHandlerContext ctx, String secret) {
        Hello own = ours;
        if (own == null) {
            throw new IllegalStateException("a proof before a hello");
        }
        Bytes ownCertificate = certificate(ctx, true);
        Bytes theirCertificate = certificate(ctx, false);
        return isDialer
                ? new Proof(secret, owner.sealsFrames(), own, theirHello(), ownCertificate, theirCertificate)
                : new Proof(secret, owner.sealsFrames(), theirHello(), own, theirCertificate, ownCertificate);
    }

    private static Bytes certificate(ChannelHandlerContext ctx, boolean own) {
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        if (tls == null) {
            return Bytes.EMPTY;
        }
        try {
            var session = tls.engine().getSession();
            Certificate certificate = own ? session.getLocalCertificates()[0] : session.getPeerCertificates()[0];
            return Bytes.wrap(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (java.io.IOException | GeneralSecurityException e) {
            throw new UnreadableSessionException("no certificate: " + e.getMessage(), e);
        }
    }

    private void refuse(String why) {
        ChannelHandlerContext ctx = context;
        if (ctx != null && state != State.CLOSED) {
            LOG.log(Level.WARNING, "connection with " + remote(ctx) + " closed: " + why);
            ctx.close();
        }
    }

    private static String remote(ChannelHandlerContext ctx) {
        Channel channel = ctx.channel();
        return channel.remoteAddress() + " of the ring";
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        State before = state;
        state = State.CLOSED;
        if (before == State.PROVEN || isDialer) {
            owner.closed(this);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        boolean isProven = state == State.PROVEN;
        // strangers may fail as often as they like
        LOG.log(isProven ? Level.WARNING : Level.DEBUG, "connection with " + remote(ctx) + " lost: " + cause, cause);
        ctx.close();
    }

    @Override
    public String toString() {
        return context == null ? "no connection" : remote(context);
    }
}

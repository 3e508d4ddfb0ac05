package org.ringlet.router.proxy;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.ringlet.router.health.Sruns;
import org.ringlet.router.http.RequestPipeline;
import org.ringlet.router.log.AccessLog;
import org.ringlet.router.routing.StickyIds;

/** What all event loops look at. Immutable but for the flag that says that the router is stopping. */
public final class Shared {
    /** Large enough that a full read of the socket is one object. */
    private static final int CONTENT_PIECE = 64 * 1024;

    private final Sruns sruns;
    private final Rules rules;
    private final Bootstrap towardsSruns;
    private final AccessLog accessLog;
    private final ChannelGroup clients = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private volatile boolean isStopping;

    /** What is done to every request. */
    public record Rules(RouterLimits limits, RequestPipeline pipeline, StickyIds stickyIds) {}

    /**
     * @param towardsSruns a bootstrap with its kind of channel set, but no group
     */
    public Shared(Sruns sruns, Rules rules, Bootstrap towardsSruns, AccessLog accessLog) {
        this.sruns = sruns;
        this.rules = rules;
        this.towardsSruns = towardsSruns;
        this.accessLog = accessLog;
    }

    /** From now on each client's connection is closed after the response that it is waiting for. */
    public void stop() {
        isStopping = true;
        for (Channel client : clients) {
            client.pipeline().fireUserEventTriggered(ClientConnection.Event.STOPPING);
        }
    }

    boolean isStopping() {
        return isStopping;
    }

    public Sruns sruns() {
        return sruns;
    }

    RouterLimits limits() {
        return rules.limits();
    }

    public AccessLog accessLog() {
        return accessLog;
    }

    RequestPipeline pipeline() {
        return rules.pipeline();
    }

    StickyIds stickyIds() {
        return rules.stickyIds();
    }

    Bootstrap towardsSruns() {
        return towardsSruns;
    }

    /** The connections of clients. */
    public ChannelGroup clients() {
        return clients;
    }

    HttpDecoderConfig requestDecoding() {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(limits().requestLine())
                .setMaxHeaderSize(limits().header())
                .setMaxChunkSize(CONTENT_PIECE);
    }

    /** A response may have a larger header than a request: it sets cookies and policies. */
    HttpDecoderConfig responseDecoding() {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(limits().requestLine())
                .setMaxHeaderSize(limits().header() * 8)
                .setMaxChunkSize(CONTENT_PIECE);
    }
}

package org.ringlet.router;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/** How sockets are watched: epoll where its native part is there, else NIO. */
record Transport(
        String name,
        IoHandlerFactory handlers,
        Class<? extends ServerChannel> serverChannel,
        Class<? extends SocketChannel> channel) {
    static Transport best() {
        return Epoll.isAvailable() ? epoll() : nio();
    }

    static Transport nio() {
        return new Transport("nio", NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class);
    }

    private static Transport epoll() {
        return new Transport(
                "epoll", EpollIoHandler.newFactory(), EpollServerSocketChannel.class, EpollSocketChannel.class);
    }

    EventLoopGroup newLoops(int threads) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("ringlet-router"), handlers);
    }
}

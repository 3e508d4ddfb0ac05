package org.ringlet.store.ring;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import org.ringlet.cluster.Cluster;
import org.ringlet.store.ConfigurationException;

/**
 * TLS 1.3 for connections that leave the machine. Each srun makes itself a certificate when it starts; nobody vouches for
 * it but the {@link Proof}, which both certificates are part of.
 */
final class RingTls {
    private static final String PROTOCOL = "TLSv1.3";

    private final SslContext dialer;
    private final SslContext acceptor;

    private RingTls(SslContext dialer, SslContext acceptor) {
        this.dialer = dialer;
        this.acceptor = acceptor;
    }

    /** Empty if all sruns are on the loopback interface. */
    static Optional<RingTls> of(Cluster cluster) {
        if (cluster.sruns().stream().allMatch(srun -> isLoopback(srun.host()))) {
            return Optional.empty();
        }
        if (cluster.secret().isEmpty()) {
            throw new ConfigurationException("the ring of cluster " + cluster.name()
                    + " leaves this machine and has no secret: set secret=\"…\" on <cluster> in the cluster file");
        }
        return Optional.of(selfSigned());
    }

    /** With a new key and a certificate of its own. */
    static RingTls selfSigned() {
        try {
            KeyManagerFactory keys = SelfSigned.keys();
            return new RingTls(
                    SslContextBuilder.forClient()
                            .keyManager(keys)
                            .trustManager(InsecureTrustManagerFactory.INSTANCE)
                            .endpointIdentificationAlgorithm(null)
                            .protocols(PROTOCOL)
                            .build(),
                    SslContextBuilder.forServer(keys)
                            .trustManager(InsecureTrustManagerFactory.INSTANCE)
                            .clientAuth(ClientAuth.REQUIRE)
                            .protocols(PROTOCOL)
                            .build());
        } catch (IOException | GeneralSecurityException e) {
            throw new ConfigurationException("the ring's certificate can't be made: " + e.getMessage(), e);
        }
    }

    SslHandler handler(SocketChannel channel, boolean isDialer) {
        return (isDialer ? dialer : acceptor).newHandler(channel.alloc());
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}

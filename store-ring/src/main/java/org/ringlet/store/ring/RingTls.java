package org.ringlet.store.ring;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLException;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.RingProtection;
import org.ringlet.store.ConfigurationException;

/**
 * TLS 1.3 for connections that leave the machine. Each srun makes itself a certificate when it starts; nobody vouches for
 * it but the {@link Proof}, which both certificates are part of.
 */
final class RingTls {
    private static final System.Logger LOG = System.getLogger(RingTls.class.getName());
    private static final String PROTOCOL = "TLSv1.3";

    private final SslContext dialer;
    private final SslContext acceptor;

    private RingTls(SslContext dialer, SslContext acceptor) {
        this.dialer = dialer;
        this.acceptor = acceptor;
    }

    /** What the means of an srun are, as the cluster file wants them. */
    static RingTransport.Means means(Cluster cluster, Path base) {
        RingProtection protection = cluster.ring().protection();
        boolean leavesTheMachine = cluster.sruns().stream().anyMatch(srun -> !isLoopback(srun.host()));
        if (leavesTheMachine && cluster.secret().isEmpty()) {
            throw new ConfigurationException("the ring of cluster " + cluster.name()
                    + " leaves this machine and has no secret: set secret=\"…\" on <cluster> in the cluster file");
        }
        boolean isWanted = protection.tls() == RingProtection.Tls.ALWAYS
                || (protection.tls() == RingProtection.Tls.AUTO && leavesTheMachine);
        if (isWanted) {
            return RingTransport.Means.NONE.with(protection
                    .keystore()
                    .map(keystore -> of(base.resolve(keystore.file()), keystore.password()))
                    .orElseGet(RingTls::selfSigned));
        }
        if (!leavesTheMachine) {
            return RingTransport.Means.NONE;
        }
        LOG.log(
                Level.WARNING,
                "the ring of cluster " + cluster.name()
                        + " leaves this machine in the clear, since tls=\"never\": what is in its sessions can be read on the way");
        return RingTransport.Means.NONE.withSealedFrames();
    }

    /** With a key and a certificate of the user's. */
    static RingTls of(Path keystore, String password) {
        try {
            KeyStore store = KeyStore.getInstance(keystore.toFile(), password.toCharArray());
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password.toCharArray());
            return of(keys);
        } catch (IOException | GeneralSecurityException e) {
            throw new ConfigurationException(
                    "<tls keystore=\"" + keystore + "\"> in the cluster file can't be used: " + e.getMessage(), e);
        }
    }

    /** With a new key and a certificate of its own. */
    static RingTls selfSigned() {
        try {
            return of(SelfSigned.keys());
        } catch (IOException | GeneralSecurityException e) {
            throw new ConfigurationException("the ring's certificate can't be made: " + e.getMessage(), e);
        }
    }

    private static RingTls of(KeyManagerFactory keys) throws SSLException {
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

package org.ringlet.router.health;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.ringlet.cluster.Srun;

/**
 * Where an srun is reached. A literal address is known at once; a name is resolved by the prober before each probe, never
 * on an event loop, and the last good answer stays when the name service fails.
 */
final class SrunAddress {
    private final String host;
    private final int port;
    private final boolean isLiteral;
    private volatile InetSocketAddress current;

    SrunAddress(Srun srun) {
        host = srun.host();
        port = srun.httpPort();
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        isLiteral = literal != null;
        current = literal == null ? InetSocketAddress.createUnresolved(host, port) : resolved(literal);
    }

    /** Unresolved until the name has been resolved once. */
    InetSocketAddress current() {
        return current;
    }

    /** Blocks, unless the address is a literal. */
    void resolve() {
        if (isLiteral) {
            return;
        }
        try {
            current = new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            // the last good answer is the best that there is; without one the connect fails and says so
        }
    }

    private InetSocketAddress resolved(byte[] literal) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(host, literal), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("not an address: " + host, e);
        }
    }
}

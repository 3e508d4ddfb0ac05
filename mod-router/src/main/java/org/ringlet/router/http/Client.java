package org.ringlet.router.http;

import java.net.InetSocketAddress;

/**
 * The two ends of a client's connection, as texts that are made once a connection.
 *
 * @param address the client's, without a port
 * @param local where the client reached the router, as a {@code Host} value
 * @param port of {@code local}
 */
public record Client(String address, String local, String port) {
    public static Client of(InetSocketAddress remote, InetSocketAddress local) {
        String port = Integer.toString(local.getPort());
        return new Client(literal(remote), bracketed(literal(local)) + ":" + port, port);
    }

    private static String literal(InetSocketAddress address) {
        if (address.isUnresolved()) {
            return address.getHostString();
        }
        String text = address.getAddress().getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }

    private static String bracketed(String literal) {
        return literal.indexOf(':') < 0 ? literal : "[" + literal + "]";
    }
}

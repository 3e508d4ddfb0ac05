package org.ringlet.cluster;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.function.Predicate;

/** Whether a host is the machine that this JVM runs on: one of its addresses is loopback or of a network interface. */
final class ThisMachine implements Predicate<String> {
    @Override
    public boolean test(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).anyMatch(ThisMachine::isHere);
        } catch (UnknownHostException e) {
            // another machine's name need not be known here
            return false;
        }
    }

    private static boolean isHere(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }
}

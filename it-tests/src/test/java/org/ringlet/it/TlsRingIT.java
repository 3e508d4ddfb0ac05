package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;
import org.ringlet.it.harness.TomcatProcess;

/** A ring whose connections leave the loopback interface: nothing is configured for it but the secret. */
@ExtendWith(ClusterLogs.class)
class TlsRingIT {
    private static final Pattern LISTENS = Pattern.compile("listens on /(\\S+):(\\d+), with TLS");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static TestCluster cluster;

    @BeforeAll
    static void start() throws SocketException {
        Optional<String> host = addressBeyondLoopback();
        assumeThat(host)
                .as("an IPv4 address of this machine beyond the loopback interface")
                .isPresent();
        cluster = TestCluster.of(2)
                .with(TestCluster.Store.RING)
                .onHost(host.orElseThrow())
                .start(false);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aSessionOutlivesItsSrun() {
        Browser user = new Browser();
        assertThat(user.get(cluster.srun("a").port(), "/counter").number()).isEqualTo(1);
        assertThat(user.get(cluster.srun("b").port(), "/counter").number()).isEqualTo(2);
        cluster.srun("a").process().kill9();

        assertThat(user.get(cluster.srun("b").port(), "/counter").number()).isEqualTo(3);
    }

    @Test
    void whoTalksInTheClearHearsNothing() throws IOException {
        TomcatProcess srun = cluster.srun("b");
        MatchResult listens = LISTENS.matcher(srun.process().output())
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError("no TLS: " + srun.process()));

        assertThat(answerTo("hello, this is srun a", listens.group(1), Integer.parseInt(listens.group(2))))
                .isEmpty();
    }

    private static byte[] answerTo(String text, String host, int port) throws IOException {
        try (Socket socket = new Socket(host, port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // reset, since what was sent was not all read
            assertThat(e).hasMessageContaining("reset");
            return new byte[0];
        }
    }

    private static Optional<String> addressBeyondLoopback() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .filter(TlsRingIT::isUp)
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
    }

    private static boolean isUp(NetworkInterface candidate) {
        try {
            return candidate.isUp();
        } catch (SocketException e) {
            return false;
        }
    }
}

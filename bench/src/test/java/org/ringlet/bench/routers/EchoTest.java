package org.ringlet.bench.routers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ringlet.bench.load.ClosedLoop;
import org.ringlet.bench.load.CountingUser;
import org.ringlet.bench.load.Usage;
import org.ringlet.bench.load.User;
import org.ringlet.bench.load.Window;
import org.ringlet.bench.process.Ports;
import picocli.CommandLine;

/** That the closed loop measures what the echo server does, and notices what is wrong. */
class EchoTest {
    private static final Duration A_MOMENT = Duration.ofMillis(100);

    private int port;
    private Thread server;

    @BeforeEach
    void startServer() throws Exception {
        port = Ports.free(1).get(0);
        server = new Thread(() -> new CommandLine(new EchoMain()).execute(Integer.toString(port)), "echo");
        server.setDaemon(true);
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.interrupt();
    }

    @Test
    void countsAnswersBetweenTwoQuietMoments() throws Exception {
        for (Traffic traffic : List.of(Traffic.SMALL_ANSWERS, Traffic.LARGE_ANSWERS)) {
            Window window = measure(traffic.users(8));

            assertThat(window.requests()).isGreaterThan(8);
            assertThat(window.wrong()).isZero();
            assertThat(window.elapsed()).isGreaterThanOrEqualTo(A_MOMENT);
            assertThat(window.median()).isPositive().isLessThanOrEqualTo(window.p99());
            assertThat(window.usage()).isEqualTo(new Usage(Duration.ZERO, 0));
        }
    }

    @Test
    void noticesAServerThatDoesNotCount() throws Exception {
        Window window = measure(List.of(new CountingUser(1, 1)));

        assertThat(window.wrong()).isPositive();
        assertThat(window.firstWrong())
                .hasValueSatisfying(wrong -> assertThat(wrong).contains("after 0"));
    }

    private Window measure(List<? extends User> users) throws Exception {
        try (ClosedLoop loop = connect(users)) {
            return loop.measure(A_MOMENT, A_MOMENT, () -> new Usage(Duration.ZERO, 0));
        }
    }

    private ClosedLoop connect(List<? extends User> users) throws Exception {
        await().until(() -> Ports.isListening(Ports.loopback(port)));
        return ClosedLoop.connect(Ports.loopback(port), users);
    }
}

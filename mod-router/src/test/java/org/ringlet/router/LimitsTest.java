package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.router.log.AccessLog;
import org.ringlet.router.proxy.RouterLimits;

/** What a client can make the router hold or wait for has an end. */
@ExtendWith(NoLeaks.class)
class LimitsTest {
    private TestSrun srun;
    private Router router;

    @BeforeEach
    void startRouter() {
        srun = TestSrun.answering(0);
        router = Router.start(Clusters.of(srun), small(Duration.ofMillis(300)), AccessLog.off());
    }

    /** Two connections, and heads of 1000 and 2000 bytes. */
    private static RouterLimits small(Duration patience) {
        return new RouterLimits(
                1000,
                2000,
                10,
                2,
                patience,
                patience,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(15),
                4,
                Duration.ofMillis(300));
    }

    @AfterEach
    void stopAll() {
        assertThat(srun.heads()).hasSizeLessThanOrEqualTo(2);
        router.stop(Duration.ZERO);
        srun.close();
    }

    @Test
    void aLongRequestLineCosts414() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/" + "a".repeat(1000)).receive().status()).isEqualTo(414);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void anEndlessRequestLineIsNotWaitedFor() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.send("GET /" + "a".repeat(1100)).receive().status())
                    .isEqualTo(414);
        }
    }

    @Test
    void aLongHeaderCosts431() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/", "X: " + "a".repeat(2000)).receive().status())
                    .isEqualTo(431);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void aHeaderThatIsLongInAllCosts431() throws IOException {
        String line = "X: " + "a".repeat(500);
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/", line, line, line, line, line).receive().status())
                    .isEqualTo(431);
        }
    }

    @Test
    void tooManyFieldsCost431() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/", "A: a\r\n".repeat(10).strip()).receive().status())
                    .isEqualTo(431);
        }
    }

    @Test
    void aHeadThatDoesNotComeIsNotWaitedFor() throws IOException {
        try (TestClient silent = TestClient.to(router);
                TestClient slow = TestClient.to(router)) {
            slow.send("GET / HTTP/1.1\r\nHost: h\r\n");

            assertThat(silent.isEnded()).isTrue();
            assertThat(slow.isEnded()).isTrue();
        }
    }

    @Test
    void anIdleConnectionIsClosed() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            client.get("/").receive();

            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void aConnectionTooManyIsClosed() throws IOException {
        router.stop(Duration.ZERO);
        router = Router.start(Clusters.of(srun), small(Duration.ofSeconds(60)), AccessLog.off());
        try (TestClient first = TestClient.to(router);
                TestClient second = TestClient.to(router)) {
            first.get("/").receive();
            second.get("/").receive();
            try (TestClient third = TestClient.to(router)) {
                assertThat(third.isEnded()).isTrue();
            }
        }
    }

    @Test
    void aClientThatGoesOnSendingAfterARefusalIsCutOff() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            client.send("POST /.ringlet/ HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n");

            assertThat(client.receive().status()).isEqualTo(404);
            assertThat(client.isEnded()).isTrue();
        }
    }
}

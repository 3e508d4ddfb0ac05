package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.router.log.AccessLog;
import org.ringlet.router.proxy.RouterLimits;

/** Both legs' connections: how long they live, and what the end of one does to the other. */
@ExtendWith(NoLeaks.class)
class ConnectionsTest {
    private static final Duration STALL = Duration.ofMillis(300);

    private TestSrun srun;
    private Router router;

    @BeforeEach
    void startRouter() {
        srun = TestSrun.answering(0);
        router = Router.start(Clusters.of(srun));
    }

    @AfterEach
    void stopAll() {
        assertThatNothingIsUnderWay();
        router.stop(Duration.ZERO);
        srun.close();
    }

    private void assertThatNothingIsUnderWay() {
        await().untilAsserted(() ->
                assertThat(router.status().sruns().get(0).counters().active()).isZero());
    }

    @Test
    void oneConnectionToTheSrunServesManyRequests() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            for (int i = 0; i < 20; i++) {
                client.get("/").receive();
                client.post("/", "body").receive();
            }
        }
        assertThat(srun.usedConnections()).isEqualTo(1);
    }

    @Test
    void pipelinedRequestsAreServedOneAfterTheOther() throws IOException {
        srun.script(connection -> {
            String head = connection.readHead().orElseThrow();
            String body = head.substring(0, head.indexOf(" HTTP")) + " " + connection.readBody(head);
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        });
        try (TestClient client = TestClient.to(router)) {
            client.send(
                    "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"
                            + "POST /3 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
                            + "GET /4 HTTP/1.1\r\nHost: h\r\n\r\nGET  /5 HTTP/1.1\r\nHost: h\r\n\r\n");

            assertThat(client.receive().body()).isEqualTo("GET /1 ");
            assertThat(client.receive().body()).isEqualTo("POST /2 hello");
            assertThat(client.receive().body()).isEqualTo("POST /3 hi");
            assertThat(client.receive().body()).isEqualTo("GET /4 ");
            assertThat(client.receive().status()).isEqualTo(400);
        }
    }

    @Test
    void manyPipelinedRequestsAreNoDepthOfTheStack() throws IOException {
        int requests = 2000;
        try (TestClient client = TestClient.to(router)) {
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n".repeat(requests));
            for (int i = 0; i < requests; i++) {
                assertThat(client.receive().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aClientThatHasClosedItsSideStillGetsItsAnswer() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            client.get("/").closeOutput();

            assertThat(client.receive().body()).isEqualTo("0");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void aClientThatIsGoneCostsTheSrunItsConnectionOnly() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        srun.script(connection -> {
            connection.readHead();
            seen.add("request");
            seen.add(connection.read() < 0 ? "end" : "byte");
            connection.close();
        });
        TestClient client = TestClient.to(router).get("/");
        assertThat(seen.poll(5, TimeUnit.SECONDS)).isEqualTo("request");

        client.reset();

        assertThat(seen.poll(5, TimeUnit.SECONDS)).isEqualTo("end");
    }

    @Test
    void aClientThatGoesWithinItsUploadEndsTheSrunsConnection() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        srun.script(connection -> {
            String head = connection.readHead().orElseThrow();
            seen.add("request");
            seen.add(connection.readBody(head).length() < 100 ? "cut" : "whole");
            connection.close();
        });
        TestClient client =
                TestClient.to(router).send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhello");
        assertThat(seen.poll(5, TimeUnit.SECONDS)).isEqualTo("request");

        client.close();

        assertThat(seen.poll(5, TimeUnit.SECONDS)).isEqualTo("cut");
    }

    @Test
    void aConnectionThatTheSrunClosedIsNotUsedAgain() throws IOException {
        srun.script(TestSrun.respondingThenClosing("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"));
        try (TestClient client = TestClient.to(router)) {
            for (int i = 0; i < 20; i++) {
                assertThat(client.get("/").receive().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aByteOnAnIdleConnectionIsNeverAResponse() throws IOException {
        BlockingQueue<TestSrun.Connection> idle = new LinkedBlockingQueue<>();
        srun.script(connection -> {
            connection.readHead();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na");
            idle.add(connection);
        });
        try (TestClient client = TestClient.to(router)) {
            client.get("/").receive();
            idle.remove().write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison");

            assertThat(client.get("/").receive().body()).isEqualTo("a");
        }
    }

    @Test
    void aGetThatMeetsAConnectionAtItsEndIsSentAgainOverANewOneAndNobodyIsCharged() throws IOException {
        useOnceThenCloseAtTheNextRequest();
        try (TestClient client = TestClient.to(router)) {
            client.get("/").receive();

            assertThat(client.get("/again").receive().body()).isEqualTo("0");
        }
        assertThat(router.status().sruns().get(0).counters().exchangeFailures()).isZero();
        assertThat(srun.usedConnections()).isEqualTo(2);
    }

    @Test
    void aPostThatMeetsAConnectionAtItsEndIsNeverSentAgain() throws IOException {
        useOnceThenCloseAtTheNextRequest();
        try (TestClient client = TestClient.to(router)) {
            client.get("/").receive();

            assertThat(client.post("/once", "a").receive().status()).isEqualTo(502);
        }
        assertThat(srun.heads().stream().filter(head -> head.startsWith("POST")))
                .hasSize(1);
    }

    @Test
    void aPostWithoutABodyIsNeverSentAgainEither() throws IOException {
        useOnceThenCloseAtTheNextRequest();
        try (TestClient client = TestClient.to(router)) {
            client.get("/").receive();

            assertThat(client.post("/once", "").receive().status()).isEqualTo(502);
        }
        assertThat(srun.heads().stream().filter(head -> head.startsWith("POST")))
                .hasSize(1);
    }

    /** As a server does whose keep-alive time-out ends while the request is on its way. */
    private void useOnceThenCloseAtTheNextRequest() {
        srun.script(connection -> {
            connection.readHead();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n0");
            srun.script(next -> {
                next.readHead();
                srun.script(TestSrun.answeringWith(0));
                next.close();
            });
        });
    }

    @Test
    void keepAliveOfOneSecondIsNotReliedOn() throws IOException {
        srun.script(
                TestSrun.responding("HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1, max=5\r\nContent-Length: 1\r\n\r\na"));
        try (TestClient client = TestClient.to(router)) {
            client.get("/").receive();
            client.get("/").receive();
        }
        assertThat(srun.usedConnections()).isEqualTo(2);
    }

    @Test
    void anSrunThatSaysNothingCosts504() throws IOException {
        restartWithShortStallTimeout();
        srun.script(connection -> connection.readHead());
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/").receive().status()).isEqualTo(504);
        }
    }

    @Test
    void anSrunThatStopsWithinItsResponseCostsTheConnection() throws IOException {
        restartWithShortStallTimeout();
        srun.script(TestSrun.responding("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc"));
        try (TestClient client = TestClient.to(router)) {
            client.get("/").receiveHead();
            byte[] some = new byte[8];

            assertThat(client.read(some)).isEqualTo(3);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void aClientThatStopsWithinItsRequestCosts408() throws IOException {
        restartWithShortStallTimeout();
        srun.script(connection -> {
            connection.readHead();
            connection.read(new byte[100]);
        });
        try (TestClient client = TestClient.to(router)) {
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhello");

            assertThat(client.receive().status()).isEqualTo(408);
            assertThat(client.isEnded()).isTrue();
        }
    }

    private void restartWithShortStallTimeout() {
        router.stop(Duration.ZERO);
        router = Router.start(Clusters.of(srun), RouterLimits.DEFAULT.withStallTimeout(STALL), AccessLog.off());
    }
}

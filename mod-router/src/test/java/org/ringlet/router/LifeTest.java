package org.ringlet.router;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.RingSettings;
import org.ringlet.cluster.RouterSettings;
import org.ringlet.cluster.RouterSettings.AdminSettings;
import org.ringlet.cluster.RouterSettings.HealthSettings;
import org.ringlet.cluster.RouterSettings.ProbeType;
import org.ringlet.cluster.StatusProof;
import org.ringlet.router.health.HealthState;
import org.ringlet.router.log.AccessLog;
import org.ringlet.router.proxy.RouterLimits;
import org.ringlet.store.ConfigurationException;

/** A router from its start, over reloads, to its end. */
@ExtendWith(NoLeaks.class)
class LifeTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final HealthSettings HTTP =
            new HealthSettings(ProbeType.HTTP, "/.ringlet/status", Duration.ofMillis(100), 2, 2, Duration.ofSeconds(1));

    private final TestSrun a = TestSrun.answering(0);
    private final TestSrun b = TestSrun.answering(1);

    @AfterEach
    void stopSruns() {
        a.close();
        b.close();
    }

    @Test
    void aProbeProvesTheSecret() {
        Router router = Router.start(Clusters.withSecret(SECRET, HTTP, a));
        try {
            String head = a.heads().get(0);
            String proof = new TestClient.Response(0, head, "")
                    .header(StatusProof.HEADER)
                    .orElseThrow();

            assertThat(head).startsWith("GET /.ringlet/status HTTP/1.1\r\n");
            assertThat(StatusProof.verify(SECRET, proof, Instant.now(), Duration.ofSeconds(30)))
                    .isTrue();
            assertThat(router.status().sruns().get(0).state()).isEqualTo(HealthState.UP);
        } finally {
            router.stop(Duration.ZERO);
        }
    }

    @Test
    void anSrunThatIsNotReadyGetsNoRequestWhileAnotherIs() throws IOException {
        a.script(TestSrun.responding("HTTP/1.1 503 Syncing\r\nContent-Length: 0\r\n\r\n"));
        Router router = Router.start(Clusters.of(HTTP, a, b));
        try (TestClient client = TestClient.to(router)) {
            assertThat(router.status().sruns().get(0).reason()).contains("503");
            for (int i = 0; i < 10; i++) {
                assertThat(client.get("/").receive().body()).isEqualTo("1");
            }

            a.script(TestSrun.answeringWith(0));
            await().until(() -> router.status().sruns().get(0).state() == HealthState.UP);
        } finally {
            router.stop(Duration.ZERO);
        }
    }

    @Test
    void aColdStartRefusesNobodyThatCanBeServed() throws IOException {
        a.script(TestSrun.responding("HTTP/1.1 503 Starting\r\nContent-Length: 5\r\n\r\nstart"));
        Router router = Router.start(Clusters.of(HTTP, a));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/").receive().body()).isEqualTo("start");
        } finally {
            router.stop(Duration.ZERO);
        }
    }

    @Test
    void aReloadKeepsConnectionsAndHealthAndProbesWhatIsNew() throws IOException {
        Router router = Router.start(Clusters.of(a));
        try (TestClient client = TestClient.to(router)) {
            client.get("/").receive();

            router.reload(Clusters.of(a, b));

            assertThat(router.status().generation()).isEqualTo(2);
            assertThat(router.status().sruns().get(0).state()).isEqualTo(HealthState.UP);
            assertThat(router.status().sruns().get(0).counters().newSessions()).isEqualTo(1);
            await().until(() -> router.status().sruns().get(1).state() == HealthState.UP);
            String first = client.get("/").receive().body();
            assertThat(client.get("/").receive().body()).isNotEqualTo(first);
            assertThat(a.usedConnections()).isEqualTo(1);
        } finally {
            router.stop(Duration.ZERO);
        }
    }

    @Test
    void anUnprovenSrunGetsNoRequestWhileAProvenOneIsThere() throws IOException {
        CountDownLatch probeMayEnd = new CountDownLatch(1);
        b.script(connection -> {
            String head = connection.readHead().orElseThrow();
            if (head.contains("/.ringlet/status")) {
                awaitLatch(probeMayEnd);
            }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1");
        });
        Router router = Router.start(Clusters.of(HTTP, a));
        try (TestClient client = TestClient.to(router)) {
            router.reload(Clusters.of(slow(HTTP), a, b));
            for (int i = 0; i < 10; i++) {
                assertThat(client.get("/").receive().body()).isEqualTo("0");
            }
            assertThat(router.status().sruns().get(1).state()).isEqualTo(HealthState.UNPROVEN);

            probeMayEnd.countDown();
            await().until(() -> router.status().sruns().get(1).state() == HealthState.UP);
        } finally {
            router.stop(Duration.ZERO);
        }
    }

    private static HealthSettings slow(HealthSettings health) {
        return new HealthSettings(
                health.type(), health.path(), health.interval(), health.rise(), health.fall(), Duration.ofSeconds(20));
    }

    @Test
    void sessionsOfARemovedSrunGoToItsSuccessor() throws IOException {
        Router router = Router.start(Clusters.of(a, b));
        try (TestClient client = TestClient.to(router)) {
            String cookie = "Cookie: JSESSIONID=aaab0123456789abcdefghijkl";
            assertThat(client.get("/", cookie).receive().body()).isEqualTo("0");

            router.reload(Clusters.of(b));

            assertThat(client.get("/", cookie).receive().body()).isEqualTo("1");
            assertThat(b.heads()).last().asString().containsIgnoringCase("X-Ringlet-Stands-In-For: 0\r\n");
        } finally {
            router.stop(Duration.ZERO);
        }
    }

    @Test
    void aStopLetsWhatIsUnderWayEnd() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        a.script(connection -> {
            connection.readHead();
            awaitLatch(mayAnswer);
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na");
        });
        Router router = Router.start(Clusters.of(a));
        try (TestClient busy = TestClient.to(router);
                TestClient idle = TestClient.to(router)) {
            busy.get("/");
            await().until(() -> !a.heads().isEmpty());
            CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> router.stop(Duration.ofSeconds(20)));
            assertThat(idle.isEnded()).isTrue();

            mayAnswer.countDown();

            TestClient.Response response = busy.receive();
            assertThat(response.body()).isEqualTo("a");
            assertThat(response.header("Connection")).contains("close");
            assertThat(busy.isEnded()).isTrue();
            stop.join();
        }
        assertThatThrownBy(() -> TestClient.to(router)).isInstanceOf(ConnectException.class);
    }

    @Test
    void aStopWithoutGraceEndsEverything() throws IOException {
        a.script(connection -> connection.readHead());
        Router router = Router.start(Clusters.of(a));
        try (TestClient busy = TestClient.to(router)) {
            busy.get("/");
            await().until(() -> !a.heads().isEmpty());

            router.stop(Duration.ZERO);

            assertThat(busy.isEnded()).isTrue();
        }
    }

    @Test
    void anAddressThatIsTakenIsNamed() {
        Router router = Router.start(Clusters.of(a));
        try {
            RouterSettings taken = settings(router.port(), "round-robin", List.of());

            assertThatThrownBy(() -> Router.start(cluster(taken)))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(":" + router.port());
        } finally {
            router.stop(Duration.ZERO);
        }
    }

    @Test
    void whatTheRouterCanNotDoIsRefusedAndTheRunningOneGoesOn() throws IOException {
        RouterSettings routed = settings(
                0, "round-robin", List.of(new RouterSettings.RouteRule(Optional.of("/*"), Optional.empty(), "g")));
        Router router = Router.start(Clusters.of(a));
        try (TestClient client = TestClient.to(router)) {
            assertThatThrownBy(() -> router.reload(cluster(routed))).isInstanceOf(ConfigurationException.class);
            assertThatThrownBy(() -> router.reload(cluster(settings(0, "fastest", List.of()))))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("fastest");

            assertThat(client.get("/").receive().body()).isEqualTo("0");
        } finally {
            router.stop(Duration.ZERO);
        }
    }

    @Test
    void theAccessLogHasALineForEachRequest() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Router router =
                Router.start(Clusters.of(a), RouterLimits.DEFAULT, AccessLog.to(new PrintStream(bytes, true, UTF_8)));
        try (TestClient client = TestClient.to(router)) {
            client.get("/shop;jsessionid=aaaa0123456789abcdefghijkl", "User-Agent: \"x\"")
                    .receive();
            client.get("/.ringlet/status").receive();
        } finally {
            router.stop(Duration.ofSeconds(5));
        }

        assertThat(bytes.toString(UTF_8))
                .containsPattern("127\\.0\\.0\\.1 - - \\[.+\\] \"GET /shop;jsessionid=aaaa0123… HTTP/1.1\" 200 1 \"-\" "
                        + "\"\\\\\"x\\\\\"\" \\d+ms a 1 done\n")
                .containsPattern("\"GET /.ringlet/status HTTP/1.1\" 404 0 \"-\" \"-\" \\d+ms - 0 refused\n");
    }

    private Cluster cluster(RouterSettings settings) {
        return new Cluster("test", Optional.empty(), List.of(a.declared()), RingSettings.DEFAULT, settings);
    }

    private static RouterSettings settings(int port, String balance, List<RouterSettings.RouteRule> routes) {
        return new RouterSettings(
                Optional.of("127.0.0.1"), port, balance, false, Clusters.QUIET, AdminSettings.DEFAULT, routes);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

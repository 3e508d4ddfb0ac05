package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.router.RouterStatus.SrunStatus;
import org.ringlet.router.health.HealthState;

/** The death and the return of sruns, as clients see it. */
@ExtendWith(NoLeaks.class)
class FailoverTest {
    private static final String SESSION_OF_A = "aaab0123456789abcdefghijkl";

    private final TestSrun a = TestSrun.answering(0);
    private final TestSrun b = TestSrun.answering(1);
    private Router router;

    @BeforeEach
    void startRouter() {
        router = Router.start(Clusters.of(Clusters.BRISK, a, b));
    }

    @AfterEach
    void stopAll() {
        router.stop(Duration.ZERO);
        a.close();
        b.close();
    }

    @Test
    void noGetFailsWhenAnSrunIsKilledUnderLoad() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger answered = new AtomicInteger();
        List<CompletableFuture<Void>> users = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> browse(i, isOver, answered), task -> new Thread(task, "user").start()))
                .toList();
        await().until(() -> answered.get() > 200);

        a.kill();

        int before = answered.get();
        await().until(() -> answered.get() > before + 500);
        isOver.set(true);
        users.forEach(CompletableFuture::join);
        assertThat(status(0).state()).isNotEqualTo(HealthState.UP);
        assertThat(status(0).counters().active()).isZero();
        assertThat(status(1).counters().active()).isZero();
    }

    private void browse(int user, AtomicBoolean isOver, AtomicInteger answered) {
        try (TestClient client = TestClient.to(router)) {
            while (!isOver.get()) {
                TestClient.Response response = user % 2 == 0
                        ? client.get("/").receive()
                        : client.get("/", "Cookie: JSESSIONID=" + SESSION_OF_A).receive();
                assertThat(response.status()).isEqualTo(200);
                answered.incrementAndGet();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSessionStaysAtItsStandInWithoutAskingTheDeadOwnerEachTime() throws IOException {
        a.kill();
        try (TestClient client = TestClient.to(router)) {
            for (int i = 0; i < 100; i++) {
                assertThat(client.get("/", "Cookie: JSESSIONID=" + SESSION_OF_A)
                                .receive()
                                .body())
                        .isEqualTo("1");
            }
        }
        assertThat(status(0).counters().connectFailures()).isLessThanOrEqualTo(1);
        assertThat(status(1).counters().standIns()).isEqualTo(100);
    }

    @Test
    void aSessionReturnsToItsOwnerWhenTheProbesDo() throws IOException {
        int port = a.port();
        a.kill();
        await().until(() -> status(0).state() == HealthState.DOWN);
        try (TestSrun returned = TestSrun.startOn(port, 0, TestSrun.answeringWith(0));
                TestClient client = TestClient.to(router)) {
            assertThat(returned.port()).isEqualTo(port);
            await().until(() -> status(0).state() == HealthState.UP);

            assertThat(client.get("/", "Cookie: JSESSIONID=" + SESSION_OF_A)
                            .receive()
                            .body())
                    .isEqualTo("0");
        }
    }

    @Test
    void evenSrunsThatAreMarkedDownAreAskedBeforeARequestIsRefused() throws IOException {
        int port = a.port();
        a.kill();
        b.kill();
        await().until(() -> status(0).state() == HealthState.DOWN && status(1).state() == HealthState.DOWN);
        try (TestSrun returned = TestSrun.startOn(port, 0, TestSrun.answeringWith(0));
                TestClient client = TestClient.to(router)) {
            assertThat(returned.port()).isEqualTo(port);
            assertThat(client.get("/").receive().body()).isEqualTo("0");
        }
    }

    @Test
    void eachSrunIsChargedForItsOwnFailureOnly() throws IOException {
        a.script(connection -> connection.reset());
        try (TestClient client = TestClient.to(router)) {
            for (int i = 0; i < 4; i++) {
                assertThat(client.get("/").receive().body()).isEqualTo("1");
            }
        }
        assertThat(status(0).counters().exchangeFailures()).isEqualTo(2);
        assertThat(status(1).counters().exchangeFailures()).isZero();
        assertThat(status(1).state()).isEqualTo(HealthState.UP);
    }

    @Test
    void aPostThatAnSrunResetIsNotSentToTheNext() throws IOException {
        a.script(connection -> {
            connection.readHead();
            connection.reset();
        });
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.post("/", "once", "Cookie: JSESSIONID=" + SESSION_OF_A)
                            .receive()
                            .status())
                    .isEqualTo(502);
        }
        assertThat(b.heads()).isEmpty();
    }

    private SrunStatus status(int index) {
        return router.status().sruns().get(index);
    }
}

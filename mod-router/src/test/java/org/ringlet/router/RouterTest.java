package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class RouterTest {
    /** Owners 0 and 1, each the other's backup. */
    private static final String SESSION_OF_A = "aaab0123456789abcdefghijkl";

    private static final String SESSION_OF_B = "abaa0123456789abcdefghijkl";

    private final TestSrun a = TestSrun.answering(0);
    private final TestSrun b = TestSrun.answering(1);
    private Router router;

    @BeforeEach
    void startRouter() {
        router = Router.start(Clusters.of(a, b));
    }

    @AfterEach
    void stopAll() {
        router.stop(Duration.ZERO);
        a.close();
        b.close();
    }

    @Test
    void spreadsNewRequestsByTurns() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            String first = client.get("/").receive().body();
            String second = client.get("/").receive().body();
            String third = client.get("/").receive().body();

            assertThat(first).isNotEqualTo(second).isEqualTo(third);
        }
    }

    @Test
    void sendsASessionToItsOwner() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            for (int i = 0; i < 4; i++) {
                assertThat(client.get("/", "Cookie: JSESSIONID=" + SESSION_OF_A)
                                .receive()
                                .body())
                        .isEqualTo("0");
                assertThat(client.get("/;jsessionid=" + SESSION_OF_B).receive().body())
                        .isEqualTo("1");
            }
        }
    }

    @Test
    void sendsASessionToItsBackupWhenTheOwnerIsDeadAndSaysSo() throws IOException {
        a.kill();
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/", "Cookie: JSESSIONID=" + SESSION_OF_A)
                            .receive()
                            .body())
                    .isEqualTo("1");
        }
        assertThat(b.heads()).singleElement().asString().containsIgnoringCase("X-Ringlet-Stands-In-For: 0\r\n");
    }

    @Test
    void passesABodyOnToTheNextSrunWhenTheFirstDoesNotAccept() throws IOException {
        a.kill();
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.post("/", "body", "Cookie: JSESSIONID=" + SESSION_OF_A)
                            .receive()
                            .body())
                    .isEqualTo("1");
        }
    }

    @Test
    void refusesWhenNoSrunIsLeft() throws IOException {
        a.kill();
        b.kill();
        try (TestClient client = TestClient.to(router)) {
            TestClient.Response response = client.get("/").receive();

            assertThat(response.status()).isEqualTo(503);
            assertThat(response.header("Retry-After")).isPresent();
        }
    }
}

package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What two parsers could read in two ways is answered by the router, and no byte of it reaches an srun. */
@ExtendWith(NoLeaks.class)
class RefusedRequestsTest {
    private static TestSrun srun;
    private static Router router;

    static List<Payloads.Payload> refused() {
        return Payloads.in("refused-requests.txt");
    }

    @BeforeAll
    static void startRouter() {
        srun = TestSrun.answering(0);
        router = Router.start(Clusters.of(srun));
    }

    @AfterAll
    static void stopAll() {
        router.stop(Duration.ZERO);
        srun.close();
    }

    @BeforeEach
    void forget() {
        srun.forget();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefusedInOnePiece(Payloads.Payload payload) throws IOException {
        try (TestClient client = TestClient.to(router)) {
            assertIsRefused(payload, client.send(payload.bytes()));
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefusedByteByByte(Payloads.Payload payload) throws IOException {
        try (TestClient client = TestClient.to(router)) {
            assertIsRefused(payload, client.sendBytewise(payload.bytes()));
        }
    }

    private static void assertIsRefused(Payloads.Payload payload, TestClient client) throws IOException {
        TestClient.Response response = client.closeOutput().receive();

        assertThat(response.status()).isEqualTo(Integer.parseInt(payload.expected()));
        assertThat(response.header("Connection")).contains("close");
        assertThat(client.isEnded()).as("nothing follows").isTrue();
        assertThat(srun.heads()).isEmpty();
        assertThat(srun.usedConnections()).isZero();
    }
}

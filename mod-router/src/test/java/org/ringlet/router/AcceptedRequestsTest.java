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

/** What is unusual but has one meaning is passed on, however it is cut into pieces, and the connection goes on. */
@ExtendWith(NoLeaks.class)
class AcceptedRequestsTest {
    private static TestSrun srun;
    private static Router router;

    static List<Payloads.Payload> accepted() {
        return Payloads.in("accepted-requests.txt");
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
    @MethodSource("accepted")
    void isPassedOnInOnePiece(Payloads.Payload payload) throws IOException {
        try (TestClient client = TestClient.to(router)) {
            assertIsPassedOn(payload, client.send(payload.bytes()));
        }
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void isPassedOnByteByByte(Payloads.Payload payload) throws IOException {
        try (TestClient client = TestClient.to(router)) {
            assertIsPassedOn(payload, client.sendBytewise(payload.bytes()));
        }
    }

    private static void assertIsPassedOn(Payloads.Payload payload, TestClient client) throws IOException {
        TestClient.Response response = client.receive();

        assertThat(response.status()).isEqualTo(200);
        assertThat(srun.heads()).singleElement().asString().contains(payload.expected());
        if (response.header("Connection").isEmpty()) {
            assertThat(client.get("/next").receive().status()).isEqualTo(200);
            assertThat(srun.heads()).hasSize(2).last().asString().startsWith("GET /next HTTP/1.1\r\n");
        }
    }
}

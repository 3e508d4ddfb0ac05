package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A body that is not validly chunked shows only when its head has been passed on: the client gets a 400, and the srun the
 * end of the connection in place of the end of the body.
 */
@ExtendWith(NoLeaks.class)
class BadBodiesTest {
    private static final BlockingQueue<String> ENDS = new LinkedBlockingQueue<>();
    private static TestSrun srun;
    private static Router router;

    @BeforeAll
    static void startRouter() {
        srun = TestSrun.start(0, connection -> {
            String head = connection.readHead().orElseThrow();
            try {
                connection.skipBody(head);
                ENDS.add("whole");
            } catch (IOException | RuntimeException e) {
                ENDS.add("broken");
                connection.close();
            }
        });
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
        ENDS.clear();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x5~hello~0~~",
                "+5~hello~0~~",
                "-5~hello~0~~",
                "0_5~hello~0~~",
                " 5~hello~0~~",
                "5 ~hello~0~~",
                "~hello~0~~",
                "5Z~hello~0~~",
                "g~hello~0~~",
                "100000000~hello~0~~",
                "FFFFFFFFFFFFFFFF~hello~0~~",
                "5\nhello~0~~",
                "5~hello\n0~~",
                "5~hello0~~",
                "5~hello ~0~~",
                "5~hello~~0~~",
                "4~hello~0~~",
                "6~hello~0~~",
                "5;a=b\nhello~0~~",
                "5;a=\"\r\nb\"~hello~0~~",
                "5;a=b\rc~hello~0~~",
                "5\r;a=b~hello~0~~",
                "5\rhello~0~~",
                "5~hello~0\n\n",
                "5~hello~0~X: y\n\n",
                "5~hello~0~X y~~",
                "5~hello~0~X : y~~",
                "5~hello~0~X\0: y~~"
            })
    void neverReachTheSrunAsAWhole(String body) throws Exception {
        String head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
        try (TestClient client = TestClient.to(router)) {
            client.send(head);
            await().until(() -> srun.heads().size() == 1);
            TestClient.Response response = client.send(body.replace("~", "\r\n") + "GET /smuggled HTTP/1.1\r\n")
                    .receive();

            assertThat(response.status()).isEqualTo(400);
            assertThat(response.header("Connection")).contains("close");
            assertThat(client.isEnded()).isTrue();
        }
        assertThat(ENDS.poll(10, TimeUnit.SECONDS)).isEqualTo("broken");
        assertThat(srun.heads()).hasSize(1);
    }
}

package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an srun sends is passed on only as long as it is one response. */
@ExtendWith(NoLeaks.class)
class BadResponsesTest {
    private TestSrun srun;
    private Router router;

    @BeforeEach
    void startRouter() {
        srun = TestSrun.answering(0);
        router = Router.start(Clusters.of(srun));
    }

    @AfterEach
    void stopAll() {
        router.stop(Duration.ZERO);
        srun.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK~Content-Length: 1~Transfer-Encoding: chunked~~0~~",
                "HTTP/1.1 200 OK~Content-Length: 1~Content-Length: 1~~a",
                "HTTP/1.1 200 OK~Content-Length: 1~Content-Length: 2~~ab",
                "HTTP/1.1 200 OK~Content-Length: 1, 1~~a",
                "HTTP/1.1 200 OK~Content-Length: -1~~a",
                "HTTP/1.1 200 OK~Content-Length: x~~a",
                "HTTP/1.1 200 OK~Transfer-Encoding: gzip~~a",
                "HTTP/1.1 200 OK~Transfer-Encoding: gzip, chunked~~0~~",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked, chunked~~0~~",
                "HTTP/1.1 200 OK~Transfer-Encoding: xchunked~~0~~",
                "HTTP/1.0 200 OK~Transfer-Encoding: chunked~~0~~",
                "HTTP/1.1 99 Low~Content-Length: 1~~a",
                "HTTP/1.1 000 Zero~Content-Length: 1~~a",
                "HTTP/1.1 1000 High~Content-Length: 1~~a",
                "HTTP/1.1 abc OK~Content-Length: 1~~a",
                "HTTP/1.1 -200 OK~Content-Length: 1~~a",
                "HTTP/1.1 101 Switching Protocols~Upgrade: websocket~Connection: upgrade~~",
                "HTTP/1.1 101 Switching Protocols~Upgrade: websocket~Sec-WebSocket-Accept: a~~bytes",
                "HTTP/1.1 200 OK\nContent-Length: 1\n\na",
                "HTTP/1.1 200 OK~X\0: a~Content-Length: 1~~a",
                "HTTP/1.1 200 OK~nonsense~Content-Length: 1~~a",
                "nonsense~~",
                "SSH-2.0-OpenSSH~~"
            })
    void isAnsweredWith502AndItsConnectionClosed(String raw) throws IOException {
        srun.script(TestSrun.responding(raw.replace("~", "\r\n")));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/").receive().status()).isEqualTo(502);

            srun.script(TestSrun.answeringWith(0));
            assertThat(client.get("/").receive().body()).as("the next request").isEqualTo("0");
        }
        assertThat(srun.usedConnections()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK~Content-Length: 5~~abc",
                "HTTP/1.1 200 OK~Content-Length: 5~~",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~5~abc",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~3~abc~",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~3~abc~0~",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~3~abc~0~X: y~",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~3~abcd~0~~",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~x~abc~0~~"
            })
    void whoseEndIsMissingNeverLooksWhole(String raw) throws IOException {
        srun.script(TestSrun.respondingThenClosing(raw.replace("~", "\r\n")));
        try (TestClient client = TestClient.to(router)) {
            client.get("/");

            assertThatThrownBy(client::receive).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK~Content-Length: 1~~aHTTP/1.1 200 OK~Content-Length: 1~~b",
                "HTTP/1.1 200 OK~Content-Length: 1~~abc",
                "HTTP/1.1 200 OK~Content-Length: 1~~a~",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~a~0~~HTTP/1.1 200 OK~~"
            })
    void whichHasSurplusBytesEndsWhereItSaysAndItsConnectionIsNotUsedAgain(String raw) throws IOException {
        srun.script(TestSrun.responding(raw.replace("~", "\r\n")));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/").receive().body()).isEqualTo("a");

            srun.script(TestSrun.answeringWith(0));
            assertThat(client.get("/").receive().body()).isEqualTo("0");
        }
        assertThat(srun.usedConnections()).isEqualTo(2);
    }

    @Test
    void thatComesBeforeTheStatusLineEndsCountsAsNone() throws IOException {
        srun.script(TestSrun.respondingThenClosing("HTTP/1.1 2"));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.post("/", "a").receive().status()).isEqualTo(502);
        }
    }

    @Test
    void thatEndsWithinItsHeadIsAnsweredWith502() throws IOException {
        srun.script(TestSrun.respondingThenClosing("HTTP/1.1 200 OK\r\nContent-Le"));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/").receive().status()).isEqualTo(502);
        }
    }
}

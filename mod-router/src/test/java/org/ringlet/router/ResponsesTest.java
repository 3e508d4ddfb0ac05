package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Responses of every framing reach each kind of client in a framing that it can read. */
@ExtendWith(NoLeaks.class)
class ResponsesTest {
    private static final String HTTP_10 = "GET / HTTP/1.0\r\nHost: h\r\n\r\n";
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

    @Test
    void aCountedBodyStaysCounted() throws IOException {
        TestClient.Response response = ask("HTTP/1.1 200 Fine\r\nContent-Length: 3\r\nX: y\r\n\r\nabc");

        assertThat(response.head()).startsWith("HTTP/1.1 200 Fine\r\n");
        assertThat(response.header("Content-Length")).contains("3");
        assertThat(response.header("X")).contains("y");
        assertThat(response.header("Connection")).isEmpty();
        assertThat(response.body()).isEqualTo("abc");
    }

    @Test
    void aChunkedBodyStaysChunked() throws IOException {
        TestClient.Response response =
                ask("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2;x=y\r\nbc\r\n0\r\nT: u\r\n\r\n");

        assertThat(response.header("Transfer-Encoding")).contains("chunked");
        assertThat(response.body()).isEqualTo("abc");
    }

    @Test
    void aBodyThatEndsWithTheConnectionIsChunked() throws IOException {
        srun.script(TestSrun.respondingThenClosing("HTTP/1.1 200 OK\r\n\r\nabc"));
        try (TestClient client = TestClient.to(router)) {
            TestClient.Response response = client.get("/").receive();

            assertThat(response.header("Transfer-Encoding")).contains("chunked");
            assertThat(response.body()).isEqualTo("abc");
            srun.script(TestSrun.answeringWith(0));
            assertThat(client.get("/").receive().status())
                    .as("the connection goes on")
                    .isEqualTo(200);
        }
    }

    @Test
    void anHttp10ResponseIsPassedOnAsHttp11() throws IOException {
        srun.script(TestSrun.respondingThenClosing("HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc"));
        try (TestClient client = TestClient.to(router)) {
            TestClient.Response response = client.get("/").receive();

            assertThat(response.head()).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(response.header("Connection")).isEmpty();
        }
    }

    @Test
    void anHttp10ClientGetsAChunkedBodyBareAndTheEndOfTheConnection() throws IOException {
        srun.script(TestSrun.responding("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
        try (TestClient client = TestClient.to(router)) {
            TestClient.Response response = client.send(HTTP_10).receive();

            assertThat(response.header("Transfer-Encoding")).isEmpty();
            assertThat(response.header("Connection")).contains("close");
            assertThat(response.body()).isEqualTo("abc");
        }
    }

    @Test
    void anHttp10ClientThatAsksForItMayGoOnAfterACountedBody() throws IOException {
        srun.script(TestSrun.answeringWith(0));
        try (TestClient client = TestClient.to(router)) {
            for (int i = 0; i < 2; i++) {
                TestClient.Response response = client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                        .receive();

                assertThat(response.header("Connection")).contains("keep-alive");
            }
        }
    }

    @Test
    void anHttp10ClientNeverTakesACutBodyForAWholeOne() throws IOException {
        srun.script(
                TestSrun.respondingThenClosing("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"));
        try (TestClient client = TestClient.to(router)) {
            client.send(HTTP_10);

            assertThatThrownBy(client::receive).isInstanceOf(IOException.class);
        }
    }

    @Test
    void headHasNoBodyWhateverItsHeaderSays() throws IOException {
        srun.script(TestSrun.responding("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"));
        try (TestClient client = TestClient.to(router)) {
            for (int i = 0; i < 2; i++) {
                client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
                TestClient.Response response = client.receiveWithoutBody();

                assertThat(response.status()).isEqualTo(200);
                assertThat(response.header("Content-Length")).contains("3");
            }
        }
        assertThat(srun.usedConnections()).as("one connection serves both").isEqualTo(1);
    }

    @Test
    void headOfAChunkedResourceIsNotFollowedByAnything() throws IOException {
        srun.script(TestSrun.responding("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
        try (TestClient client = TestClient.to(router)) {
            client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n").receiveWithoutBody();

            srun.script(TestSrun.answeringWith(0));
            assertThat(client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
                            .receiveWithoutBody()
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aRefusalOfHeadHasNoBody() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            client.send("HEAD /.ringlet/status HTTP/1.1\r\nHost: h\r\n\r\n");

            assertThat(client.receiveWithoutBody().status()).isEqualTo(404);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void aRefusalAfterHeadHasItsBodyAgain() throws IOException {
        try (TestClient client = TestClient.to(router)) {
            client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\nGET  / HTTP/1.1\r\n\r\n")
                    .receiveWithoutBody();

            assertThat(client.receive().body()).startsWith("400 Bad Request");
        }
    }

    @Test
    void statusesWithoutABodyHaveNone() throws IOException {
        for (String status : new String[] {"204 No Content", "304 Not Modified"}) {
            srun.script(TestSrun.responding("HTTP/1.1 " + status + "\r\nETag: x\r\n\r\n"));
            try (TestClient client = TestClient.to(router)) {
                for (int i = 0; i < 2; i++) {
                    TestClient.Response response = client.get("/").receive();

                    assertThat(response.head()).startsWith("HTTP/1.1 " + status);
                    assertThat(response.header("Transfer-Encoding")).isEmpty();
                }
            }
        }
    }

    @Test
    void bytesBehindAStatusWithoutABodyAreNobodys() throws IOException {
        srun.script(TestSrun.responding("HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\n\r\nabc"));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/").receive().status()).isEqualTo(304);

            srun.script(TestSrun.answeringWith(0));
            assertThat(client.get("/").receive().body()).isEqualTo("0");
        }
        assertThat(srun.usedConnections()).isEqualTo(2);
    }

    @Test
    void interimResponsesAreAllPassedOn() throws IOException {
        srun.script(TestSrun.responding("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 9\r\n\r\n"
                + "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"));
        try (TestClient client = TestClient.to(router)) {
            TestClient.Response hints = client.get("/").receive();

            assertThat(hints.status()).isEqualTo(103);
            assertThat(hints.header("Link")).contains("</a>");
            assertThat(hints.header("Content-Length")).isEmpty();
            assertThat(client.receive().status()).isEqualTo(102);
            assertThat(client.receive().body()).isEqualTo("a");
        }
    }

    @Test
    void anHttp10ClientGetsNoInterimResponse() throws IOException {
        srun.script(
                TestSrun.responding("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.send(HTTP_10).receive().status()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatWaitsFor100GetsTheSruns() throws IOException {
        srun.script(connection -> {
            String head = connection.readHead().orElseThrow();
            connection.write("HTTP/1.1 100 Continue\r\n\r\n");
            String body = connection.readBody(head);
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        });
        try (TestClient client = TestClient.to(router)) {
            client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertThat(client.receive().status()).isEqualTo(100);

            assertThat(client.send("hello").receive().body()).isEqualTo("hello");
        }
        assertThat(srun.heads()).singleElement().asString().containsIgnoringCase("Expect: 100-continue\r\n");
    }

    @Test
    void aFinalResponseInPlaceOf100EndsTheConnection() throws IOException {
        srun.script(TestSrun.respondingThenClosing("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n"));
        try (TestClient client = TestClient.to(router)) {
            client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            TestClient.Response response = client.receive();

            assertThat(response.status()).isEqualTo(417);
            assertThat(response.header("Connection")).contains("close");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void aResponseThatComesBeforeTheUploadEndsIsDelivered() throws IOException {
        srun.script(TestSrun.respondingThenClosing("HTTP/1.1 413 Content Too Large\r\nContent-Length: 4\r\n\r\nmuch"));
        try (TestClient client = TestClient.to(router)) {
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000000\r\n\r\n" + "x".repeat(1_000_000));
            TestClient.Response response = client.receive();

            assertThat(response.status()).isEqualTo(413);
            assertThat(response.body()).isEqualTo("much");
            assertThat(response.header("Connection")).contains("close");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void severalCookiesStaySeveral() throws IOException {
        TestClient.Response response =
                ask("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d\r\nContent-Length: 0\r\n\r\n");

        assertThat(response.head()).contains("Set-Cookie: a=b\r\n", "Set-Cookie: c=d\r\n");
    }

    @Test
    void headersOfOneConnectionStayOnIt() throws IOException {
        TestClient.Response response = ask(String.join(
                "\r\n",
                "HTTP/1.1 200 OK",
                "Connection: X-Private, Set-Cookie",
                "X-Private: a",
                "Set-Cookie: b=c",
                "Keep-Alive: timeout=20",
                "Upgrade: h2c",
                "Content-Length: 0",
                "",
                ""));

        assertThat(response.header("X-Private")).isEmpty();
        assertThat(response.header("Keep-Alive")).isEmpty();
        assertThat(response.header("Upgrade")).isEmpty();
        assertThat(response.header("Connection")).isEmpty();
        assertThat(response.header("Set-Cookie")).as("can't be listed").contains("b=c");
    }

    @Test
    void theSrunsWishToCloseIsNotTheClients() throws IOException {
        srun.script(
                TestSrun.respondingThenClosing("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\na"));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/").receive().header("Connection")).isEmpty();
            assertThat(client.get("/").receive().body()).isEqualTo("a");
        }
        assertThat(srun.usedConnections()).isEqualTo(2);
    }

    @Test
    void theClientsWishToCloseIsGranted() throws IOException {
        srun.script(TestSrun.answeringWith(0));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/", "Connection: close").receive().header("Connection"))
                    .contains("close");
            assertThat(client.isEnded()).isTrue();
        }
    }

    private TestClient.Response ask(String raw) throws IOException {
        srun.script(TestSrun.responding(raw));
        try (TestClient client = TestClient.to(router)) {
            return client.get("/").receive();
        }
    }
}

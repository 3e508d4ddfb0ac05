package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.cluster.Srun;

/** What the srun is told about a request, and what a client can't make it believe. */
@ExtendWith(NoLeaks.class)
class ForwardedHeadersTest {
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
    void theSrunLearnsWhereTheRequestCameFrom() throws IOException {
        String head = headFor("X-Nothing: special");

        assertThat(head)
                .contains("X-Forwarded-For: 127.0.0.1\r\n", "X-Forwarded-Proto: http\r\n", "X-Forwarded-Host: h\r\n")
                .contains("X-Forwarded-Port: " + router.port() + "\r\n")
                .containsPattern("(?i)via: 1\\.1 ringlet-[0-9a-f]{8}\r\n")
                .contains("Host: h\r\n", "X-Nothing: special\r\n");
    }

    @Test
    void whatTheClientSaysAboutItselfIsReplaced() throws IOException {
        String head = headFor(
                "X-Forwarded-For: 6.6.6.6",
                "x-forwarded-proto: https",
                "X-FORWARDED-HOST: evil",
                "X-Forwarded-Prefix: /evil",
                "X-Forwarded-Anything: evil",
                "Forwarded: for=6.6.6.6",
                "X-Real-IP: 6.6.6.6",
                "Proxy: evil");

        assertThat(head).doesNotContain("6.6.6.6", "evil", "https").contains("X-Forwarded-For: 127.0.0.1\r\n");
    }

    @Test
    void theClustersOwnHeadersNeverComeFromClients() throws IOException {
        assertThat(headFor("X-Ringlet-Stands-In-For: 1", "x-ringlet-proof: 1.2", "X-RINGLET-ANYTHING: 1"))
                .doesNotContainIgnoringCase("X-Ringlet-");
    }

    @Test
    void headersOfOneConnectionStayOnIt() throws IOException {
        assertThat(headFor(
                        "Connection: keep-alive, X-Private, close-not",
                        "X-Private: a",
                        "Keep-Alive: timeout=5",
                        "Proxy-Connection: keep-alive",
                        "Proxy-Authorization: secret",
                        "TE: trailers",
                        "Trailer: X",
                        "Upgrade: h2c",
                        "HTTP2-Settings: a"))
                .doesNotContainIgnoringCase("\nConnection:")
                .doesNotContainIgnoringCase("X-Private")
                .doesNotContainIgnoringCase("Keep-Alive")
                .doesNotContainIgnoringCase("Proxy-")
                .doesNotContainIgnoringCase("\nTE:")
                .doesNotContainIgnoringCase("Trailer")
                .doesNotContainIgnoringCase("Upgrade")
                .doesNotContainIgnoringCase("HTTP2-Settings");
    }

    @Test
    void aListInConnectionTakesOffNothingThatMatters() throws IOException {
        String head = headFor(
                "Connection: Host, Cookie, Authorization, X-Forwarded-For, X-Forwarded-Proto, Via, Content-Length",
                "Cookie: a=b",
                "Authorization: c");

        assertThat(head)
                .contains("Host: h\r\n", "Cookie: a=b\r\n", "Authorization: c\r\n", "X-Forwarded-For: 127.0.0.1\r\n")
                .containsIgnoringCase("via: 1.1 ringlet-");
    }

    @Test
    void aLoopIsNoticed() throws IOException {
        Srun itself = new Srun(
                0,
                "a",
                "127.0.0.1",
                router.port(),
                OptionalInt.empty(),
                100,
                Optional.empty(),
                Optional.empty(),
                false);
        router.reload(Clusters.of(Clusters.QUIET, List.of(itself)));
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/").receive().status()).isEqualTo(508);
        }
    }

    private String headFor(String... headerLines) throws IOException {
        try (TestClient client = TestClient.to(router)) {
            assertThat(client.get("/", headerLines).receive().status()).isEqualTo(200);
        }
        return srun.heads().get(0);
    }
}

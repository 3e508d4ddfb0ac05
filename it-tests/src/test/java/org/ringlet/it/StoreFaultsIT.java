package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.it.harness.Answer;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;

/** The store is away, or what it holds can't be read. */
@ExtendWith(ClusterLogs.class)
class StoreFaultsIT {
    private final TestCluster cluster = TestCluster.of(2)
            .with("loadPolicy=\"always-load\" saveTimeout=\"1s\" processExpiresFrequency=\"1\"")
            .start(false);
    private final int a = cluster.srun("a").port();
    private final int b = cluster.srun("b").port();
    private final Browser user = new Browser();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void sessionsInMemoryGoOnWhileTheDirectoryIsAway() throws IOException {
        user.get(a, "/counter");
        Path away = cluster.sessions().resolveSibling("away");
        Files.move(cluster.sessions(), away);

        assertThat(user.get(a, "/counter").number()).isEqualTo(2);
        Answer elsewhere = user.copy().get(b, "/counter");
        assertThat(elsewhere.status()).isEqualTo(503);
        assertThat(elsewhere.headers()).containsKey("retry-after").doesNotContainKey("set-cookie");

        Files.move(away, cluster.sessions());
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            Answer answer = user.get(b, "/attribute?name=counter");
            return answer.isOk() && answer.text().equals("2");
        });
        assertThat(user.get(a, "/counter").number()).isEqualTo(3);
        assertThat(user.get(b, "/counter").number()).isEqualTo(4);
    }

    @Test
    void aClassThatIsMissingCostsThatAttributeOnly() throws IOException {
        cluster.srun("b").forget("org.ringlet.it.app.Souvenir");
        user.get(a, "/counter");
        user.get(a, "/souvenir?inscription=Paris").text();

        assertThat(user.get(b, "/attribute?name=souvenir").text()).isEqualTo("null");
        assertThat(user.get(b, "/counter").number()).isEqualTo(2);
        assertThat(user.get(a, "/attribute?name=souvenir").text()).isEqualTo("Paris");
    }

    @Test
    void aSessionThatIsTooLargeIsRefusedAndKeptAsItWas() {
        user.get(a, "/counter");

        assertThat(user.get(a, "/big?bytes=5000000").status()).isEqualTo(500);
        assertThat(user.get(b, "/counter").number()).isEqualTo(2);
    }
}

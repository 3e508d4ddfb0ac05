package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;

/** Where the router sends what. */
@ExtendWith(ClusterLogs.class)
class RoutingIT {
    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = TestCluster.of(3).start(true);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void newSessionsGoRound() {
        Map<String, Integer> sessions = new HashMap<>();
        for (int i = 0; i < 9; i++) {
            sessions.merge(new Browser().get(cluster.port(), "/counter").srun(), 1, Integer::sum);
        }

        assertThat(sessions).isEqualTo(Map.of("a", 3, "b", 3, "c", 3));
    }

    @Test
    void aSessionStaysWithItsSrun() {
        Browser user = new Browser();
        String owner = user.get(cluster.port(), "/counter").srun();

        for (int count = 2; count <= 6; count++) {
            var answer = user.get(cluster.port(), "/counter");
            assertThat(answer.number()).isEqualTo(count);
            assertThat(answer.srun()).isEqualTo(owner);
        }
    }

    @Test
    void clientsDoNotGetAtTheStatusPage() {
        assertThat(new Browser().get(cluster.port(), "/.ringlet/status").status())
                .isEqualTo(404);
        assertThat(new Browser()
                        .get(cluster.srun("a").port(), "/.ringlet/status")
                        .text())
                .contains("\"id\":\"a\"")
                .contains("\"active\"");
    }
}

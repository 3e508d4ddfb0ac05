package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.ringlet.it.harness.Answer;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;
import org.ringlet.it.harness.TestCluster.Store;
import org.ringlet.it.harness.TomcatProcess;

/** One srun is killed or frozen, and comes back. */
@ExtendWith(ClusterLogs.class)
@ParameterizedClass
@EnumSource
class FailOverIT {
    private static final Duration HEALTH_LIMITS = Duration.ofSeconds(45);

    private final Store store;
    private TestCluster cluster;
    private final Browser user = new Browser();

    FailOverIT(Store store) {
        this.store = store;
    }

    @BeforeEach
    void start() {
        cluster = TestCluster.of(3).with(store).start(true);
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aSessionOutlivesItsSrunAndReturnsToIt() {
        TomcatProcess owner = cluster.srun(user.get(cluster.port(), "/counter").srun());
        owner.process().kill9();

        Answer standIn = user.get(cluster.port(), "/counter");
        assertThat(standIn.number()).isEqualTo(2);
        assertThat(standIn.srun()).isNotEqualTo(owner.srun());
        assertThat(user.get(cluster.port(), "/counter").srun()).isEqualTo(standIn.srun());

        owner.start();
        int count = countUntilServedBy(owner.srun(), 3);
        assertThat(user.get(cluster.port(), "/counter").number()).isEqualTo(count + 1);
    }

    @Test
    void theDeathOfASecondSrunLosesNothingEither() {
        TomcatProcess owner = cluster.srun(user.get(cluster.port(), "/counter").srun());
        owner.process().kill9();
        TomcatProcess standIn =
                cluster.srun(user.get(cluster.port(), "/counter").srun());
        standIn.process().kill9();

        assertThat(user.get(cluster.port(), "/counter").number()).isEqualTo(3);
    }

    @Test
    void aSessionOutlivesARestartOfAll() {
        assertThat(user.get(cluster.port(), "/counter").number()).isEqualTo(1);
        cluster.sruns().forEach(TomcatProcess::stop);
        cluster.sruns().forEach(TomcatProcess::launch);
        cluster.sruns().forEach(TomcatProcess::awaitUp);

        await().atMost(HEALTH_LIMITS)
                .until(() -> user.get(cluster.port(), "/attribute?name=counter").isOk());
        assertThat(user.get(cluster.port(), "/counter").number()).isEqualTo(2);
    }

    @Test
    void aFrozenSrunServesNothingStaleWhenItGoesOn() {
        TomcatProcess owner = cluster.srun(user.get(cluster.port(), "/counter").srun());
        owner.process().freeze();

        Browser reloading = new Browser(Duration.ofSeconds(1)).withCookieOf(user);
        await().atMost(HEALTH_LIMITS)
                .ignoreException(SocketTimeoutException.class)
                .until(() -> reloading
                        .tryGet(cluster.port(), "/attribute?name=counter")
                        .text()
                        .equals("1"));
        assertThat(user.get(cluster.port(), "/counter").number()).isEqualTo(2);

        owner.process().resume();
        int count = countUntilServedBy(owner.srun(), 2);
        assertThat(user.get(cluster.port(), "/counter").number()).isEqualTo(count + 1);
    }

    /** Counts on, one by one, until that srun serves; each answer must be the successor of the one before. */
    private int countUntilServedBy(String srun, int from) {
        int[] count = {from};
        await().atMost(HEALTH_LIMITS).until(() -> {
            Answer answer = user.get(cluster.port(), "/counter");
            count[0]++;
            assertThat(answer.number()).isEqualTo(count[0]);
            return answer.srun().equals(srun);
        });
        return count[0];
    }
}

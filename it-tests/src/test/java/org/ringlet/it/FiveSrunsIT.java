package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.mvstore.MVStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;
import org.ringlet.it.harness.TomcatProcess;

/** A ring of five: two die, one after the other, and come back. */
@ExtendWith(ClusterLogs.class)
class FiveSrunsIT {
    private static final int SRUNS = 5;
    private static final Duration TO_REPAIR = Duration.ofSeconds(30);

    private final TestCluster cluster = TestCluster.of(SRUNS)
            .withRing("ack-timeout=\"1s\" lease=\"700ms\" heartbeat=\"200ms\" dead-time=\"2s\"")
            .start(false);
    private final List<Browser> users =
            Stream.generate(Browser::new).limit(4 * SRUNS).toList();
    private int count;

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void eachSessionIsOnExactlyTwoWhoeverDiesAndReturns() {
        countInTurn(cluster.sruns(), 10);
        awaitTwoCopiesOn(cluster.sruns());

        cluster.srun("b").process().kill9();
        awaitTwoCopiesOn(srunsBut("b"));
        cluster.srun("c").process().kill9();
        List<TomcatProcess> survivors = srunsBut("b", "c");
        assertNothingIsLostOn(survivors);
        countInTurn(survivors, 3);
        awaitTwoCopiesOn(survivors);

        cluster.srun("b").launch();
        cluster.srun("c").launch();
        cluster.srun("b").awaitUp();
        cluster.srun("c").awaitUp();
        assertNothingIsLostOn(cluster.sruns());
        countInTurn(cluster.sruns(), 10);
        awaitTwoCopiesOn(cluster.sruns());
    }

    /** Each user counts on, each time at the next srun. */
    private void countInTurn(List<TomcatProcess> sruns, int times) {
        for (int i = 0; i < times; i++) {
            count++;
            for (int user = 0; user < users.size(); user++) {
                TomcatProcess srun = sruns.get((user + count) % sruns.size());
                assertThat(users.get(user).get(srun.port(), "/counter").number())
                        .as("at " + srun.srun())
                        .isEqualTo(count);
            }
        }
    }

    private void assertNothingIsLostOn(List<TomcatProcess> sruns) {
        for (TomcatProcess srun : sruns) {
            for (Browser user : users) {
                assertThat(user.get(srun.port(), "/attribute?name=counter").number())
                        .as("at " + srun.srun())
                        .isEqualTo(count);
            }
        }
    }

    private void awaitTwoCopiesOn(List<TomcatProcess> sruns) {
        await().atMost(TO_REPAIR)
                .ignoreExceptionsInstanceOf(MVStoreException.class)
                .untilAsserted(() -> assertThat(copiesOn(sruns))
                        .hasSize(users.size())
                        .allSatisfy((session, copies) -> assertThat(copies).isEqualTo(2)));
    }

    /** How many copies there are, by session. */
    private static Map<String, Long> copiesOn(List<TomcatProcess> sruns) {
        return sruns.stream()
                .flatMap(srun -> srun.replicaFile().sessions().stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private List<TomcatProcess> srunsBut(String... dead) {
        return cluster.sruns().stream()
                .filter(srun -> !List.of(dead).contains(srun.srun()))
                .toList();
    }
}

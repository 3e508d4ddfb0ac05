package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ringlet.it.harness.Answer;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;
import org.ringlet.it.harness.TestCluster.Store;

/** {@code kill -9} while users count through the router: no update that was acknowledged may be lost. */
@ExtendWith(ClusterLogs.class)
@ParameterizedClass
@EnumSource
class KillUnderLoadIT {
    private static final int USERS = 16;
    private static final int REQUESTS = 60;
    private static final int BEFORE_KILL = USERS * REQUESTS / 3;
    private static final int KILLS = Integer.getInteger("ringlet.kills", 1);

    private final Store store;
    private final TestCluster cluster;

    KillUnderLoadIT(Store store) {
        this.store = store;
        cluster = TestCluster.of(3).with(store).start(true);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    static IntStream kills() {
        return IntStream.rangeClosed(1, KILLS);
    }

    /** {@code -Dringlet.kills=10} for ten in a row, each in a cluster of its own. */
    @ParameterizedTest
    @MethodSource("kills")
    void noAcknowledgedUpdateIsLost(int kill) throws Exception {
        var untilKill = new CountDownLatch(BEFORE_KILL);
        ExecutorService users = Executors.newFixedThreadPool(USERS);
        try {
            List<Future<Tally>> tallies = new ArrayList<>();
            for (int user = 0; user < USERS; user++) {
                tallies.add(users.submit(() -> count(untilKill)));
            }
            untilKill.await();
            cluster.srun("a").process().kill9();
            int errors = 0;
            Duration longestGap = Duration.ZERO;
            for (Future<Tally> future : tallies) {
                Tally tally = future.get();
                assertThat(tally.value).isBetween(tally.acknowledged, tally.attempts);
                errors += tally.attempts - tally.acknowledged;
                longestGap = longestGap.compareTo(tally.longestGap) < 0 ? tally.longestGap : longestGap;
            }
            // where it is seen in the output of the build
            System.out.println("kill -9 under load, " + store + ", " + kill + " of " + KILLS + ": " + errors + " of "
                    + USERS * REQUESTS + " requests failed, longest gap " + longestGap.toMillis() + " ms");
            assertThat(errors)
                    .as("only requests in flight on the dead srun may fail")
                    .isLessThanOrEqualTo(USERS);
        } finally {
            users.shutdownNow();
        }
    }

    private Tally count(CountDownLatch untilKill) {
        var browser = new Browser();
        var tally = new Tally();
        long last = System.nanoTime();
        for (int i = 0; i < REQUESTS; i++) {
            tally.attempts++;
            try {
                // a router may not send a POST twice
                Answer answer = browser.tryPost(cluster.port(), "/counter");
                if (answer.isOk()) {
                    assertThat(answer.number()).isGreaterThan(tally.lastAnswer);
                    tally.lastAnswer = answer.number();
                    tally.acknowledged++;
                    tally.note(Duration.ofNanos(System.nanoTime() - last));
                    last = System.nanoTime();
                }
            } catch (IOException e) {
                // counted as an attempt that was not acknowledged
            }
            untilKill.countDown();
        }
        tally.value = Integer.parseInt(
                browser.get(cluster.port(), "/attribute?name=counter").text());
        return tally;
    }

    private static final class Tally {
        private int attempts;
        private int acknowledged;
        private int lastAnswer;
        private int value;
        private Duration longestGap = Duration.ZERO;

        private void note(Duration gap) {
            longestGap = longestGap.compareTo(gap) < 0 ? gap : longestGap;
        }
    }
}

package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;
import org.ringlet.it.harness.TestCluster.Store;

/** With {@code always-load} no balancer need be sticky: each request of a session may go to another srun. */
@ExtendWith(ClusterLogs.class)
@ParameterizedClass
@EnumSource
class NoStickyIT {
    private static final int USERS = 8;
    private static final int REQUESTS = 125;

    private final TestCluster cluster;

    NoStickyIT(Store store) {
        cluster =
                TestCluster.of(3).with(store).with("loadPolicy=\"always-load\"").start(false);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void everyCounterIsExactWhenRequestsAlternate() throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(USERS);
        try {
            List<Future<Integer>> last = new ArrayList<>();
            for (int user = 0; user < USERS; user++) {
                int start = user;
                last.add(users.submit(() -> countFrom(start)));
            }
            for (Future<Integer> count : last) {
                assertThat(count.get()).isEqualTo(REQUESTS);
            }
        } finally {
            users.shutdownNow();
        }
    }

    /** Every other user sends the next request as soon as the answer is there, though the last one may be under way. */
    private int countFrom(int user) {
        Browser browser = new Browser();
        String path = user % 2 == 0 ? "/counter" : "/counter?flush";
        int count = 0;
        for (int i = 0; i < REQUESTS; i++) {
            count = browser.get(cluster.srun((user + i) % 3).port(), path).number();
            assertThat(count).as(path).isEqualTo(i + 1);
        }
        return count;
    }
}

package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.it.harness.Answer;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ChildProcess;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;

/**
 * One srun after the other is frozen for a while, as by a long collection of garbage, while users send each request to
 * another srun than the one before. {@code -Dringlet.requests=10000} for more of them, {@code -Dringlet.seed} for other
 * pauses.
 */
@ExtendWith(ClusterLogs.class)
class PausedSrunIT {
    private static final int SRUNS = 3;
    private static final int USERS = 16;
    private static final int REQUESTS = Integer.getInteger("ringlet.requests", 2000) / USERS;
    private static final long SEED = Long.getLong("ringlet.seed", 1);
    private static final int SHORTEST_PAUSE_MILLIS = 300;
    private static final int LONGEST_PAUSE_MILLIS = 4000;
    private static final Duration PATIENCE = Duration.ofMillis(1500);
    private static final Duration TO_BE_SERVED = Duration.ofSeconds(60);

    private final TestCluster cluster = TestCluster.of(SRUNS)
            .withRing("ack-timeout=\"1s\" lease=\"700ms\" heartbeat=\"200ms\" dead-time=\"2s\"")
            .start(false);
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void noReadMissesWhatWasAcknowledged() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(USERS + 1);
        try {
            List<User> users = new ArrayList<>();
            for (int number = 0; number < USERS; number++) {
                users.add(new User(number));
            }
            users.forEach(user -> user.request(0));
            Future<Integer> pauses = threads.submit(this::pauseAgainAndAgain);
            List<Future<?>> done = new ArrayList<>();
            users.forEach(user -> done.add(threads.submit(user::requestAll)));
            for (Future<?> user : done) {
                user.get();
            }
            end.countDown();
            // where it is seen in the output of the build
            System.out.println(pauses.get() + " pauses during " + USERS * REQUESTS + " requests; "
                    + users.stream().mapToInt(user -> user.attempts.size()).sum() + " attempts");
            users.forEach(User::check);
        } finally {
            end.countDown();
            threads.shutdownNow();
        }
    }

    @Test
    void aRequestThatWasFrozenOverwritesNothingNewer() throws Exception {
        int a = cluster.srun("a").port();
        int b = cluster.srun("b").port();
        Browser user = new Browser();
        user.get(a, "/attribute?name=cart&value=apple");
        ExecutorService late = Executors.newSingleThreadExecutor();
        try {
            Future<Answer> held = late.submit(() -> user.copy().tryPost(a, "/held?name=cart&add=,late"));
            await().until(() -> user.copy().get(a, "/held/waiting").text().equals("true"));
            cluster.srun("a").process().freeze();
            assertThat(user.get(b, "/attribute?name=cart&value=apple,pear").text())
                    .isEqualTo("apple,pear");
            cluster.srun("a").process().resume();
            new Browser().get(a, "/held/go");
            held.get();

            assertThat(user.get(b, "/attribute?name=cart").text()).isEqualTo("apple,pear");
            assertThat(user.get(a, "/attribute?name=cart").text()).isEqualTo("apple,pear");
        } finally {
            late.shutdownNow();
        }
    }

    /** Until the end; returns how many times. */
    private int pauseAgainAndAgain() throws InterruptedException {
        Random random = new Random(SEED);
        int pauses = 0;
        for (boolean isOver = false; !isOver; isOver = isOver || isOverWithin(millis(random))) {
            ChildProcess paused = cluster.srun(random.nextInt(SRUNS)).process();
            paused.freeze();
            try {
                isOver = isOverWithin(millis(random));
            } finally {
                paused.resume();
            }
            pauses++;
        }
        return pauses;
    }

    private static int millis(Random random) {
        return random.nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS);
    }

    private boolean isOverWithin(int millis) throws InterruptedException {
        return end.await(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * One whose requests each add a token of their own. One that has no good answer is sent to another srun with another
     * token, since it may have been heard all the same.
     */
    private final class User {
        private final int number;
        private final Browser browser = new Browser(PATIENCE);
        private final Set<String> attempts = new HashSet<>();
        private final Set<String> acknowledged = new HashSet<>();
        private int srun;

        User(int number) {
            this.number = number;
            this.srun = number;
        }

        void requestAll() {
            for (int request = 1; request < REQUESTS; request++) {
                request(request);
            }
        }

        void request(int request) {
            long deadline = System.nanoTime() + TO_BE_SERVED.toNanos();
            for (int attempt = 1; !isServed(number + "." + request + "." + attempt); attempt++) {
                assertThat(System.nanoTime())
                        .as("user %d: request %d was not served in %s".formatted(number, request, TO_BE_SERVED))
                        .isLessThan(deadline);
            }
        }

        private boolean isServed(String token) {
            srun = (srun + 1) % SRUNS;
            attempts.add(token);
            try {
                Answer answer = browser.tryPost(cluster.srun(srun).port(), "/token?add=" + token);
                if (answer.isOk()) {
                    acknowledged.add(token);
                    check(answer, "at " + cluster.srun(srun).srun());
                }
                return answer.isOk();
            } catch (IOException e) {
                return false;
            }
        }

        /** What every srun says in the end. */
        void check() {
            for (var process : cluster.sruns()) {
                check(
                        new Browser().withCookieOf(browser).get(process.port(), "/token"),
                        "in the end at " + process.srun());
            }
        }

        private void check(Answer answer, String where) {
            assertThat(List.of(answer.text().split(",")))
                    .as("user %d %s", number, where)
                    .doesNotHaveDuplicates()
                    .containsAll(acknowledged)
                    .isSubsetOf(attempts);
        }
    }
}

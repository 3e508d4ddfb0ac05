package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ringlet.it.harness.Answer;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;
import org.ringlet.it.harness.TomcatProcess;

/** The network between sruns is cut, and heals: nobody is told, bytes just do not arrive. */
@ExtendWith(ClusterLogs.class)
class CutIT {
    private static final String TIMES =
            "ack-timeout=\"1s\" lease=\"700ms\" heartbeat=\"200ms\" dead-time=\"2s\" min-acks=\"%d\"";

    private static final Duration SHORT_CUT = Duration.ofMillis(1500);

    /** After which sruns have given each other up, and have begun to make copies anew. */
    private static final Duration LONG_CUT = Duration.ofSeconds(4);

    private static final Duration TO_MEET_AGAIN = Duration.ofSeconds(20);

    private TestCluster cluster;

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void twoSidesGoOnAndMergeWhenTheyMeet() {
        start(2, 1);
        Browser user = new Browser();
        Browser leaver = new Browser();
        set(user, "a", "shared", "before");
        count(leaver, "a", 1);
        count(leaver, "b", 2);
        cluster.link("a", "b").cut();

        set(user, "a", "left", "l");
        set(user, "b", "right", "r");
        set(user, "a", "shared", "earlier");
        set(user, "b", "shared", "later");
        assertThat(leaver.get(port("a"), "/invalidate").text()).isEqualTo("ended");
        count(leaver, "b", 3);
        assertThat(read(user, "a", "right")).isEqualTo("null");
        assertThat(read(user, "b", "left")).isEqualTo("null");

        cluster.link("a", "b").heal();
        for (TomcatProcess srun : cluster.sruns()) {
            await(srun.srun()).atMost(TO_MEET_AGAIN).untilAsserted(() -> {
                assertThat(read(user, srun.srun(), "left")).isEqualTo("l");
                assertThat(read(user, srun.srun(), "right")).isEqualTo("r");
                assertThat(read(user, srun.srun(), "shared")).isEqualTo("later");
                assertThat(leaver.get(srun.port(), "/id").text()).isEqualTo("none");
            });
        }
    }

    @Test
    void aSideThatCannotPlaceTwoCopiesRefuses() {
        start(2, 2);
        Browser user = new Browser();
        count(user, "a", 1);
        cluster.link("a", "b").cut();

        assertRefused(user.get(port("a"), "/attribute?name=refused&value=a"));
        assertRefused(user.get(port("b"), "/attribute?name=refused&value=b"));
        assertRefused(user.get(port("b"), "/attribute?name=counter"));

        cluster.link("a", "b").healWithLoss();
        awaitServing("a", user);
        awaitServing("b", user);
        count(user, "a", 2);
        count(user, "b", 3);
    }

    @Test
    void anSrunThatIsCutOffGoesOnAloneAndMergesWhenItIsBack() {
        start(3, 1);
        Browser majority = new Browser();
        Browser alone = new Browser();
        Browser both = new Browser();
        count(majority, "a", 1);
        count(alone, "c", 1);
        count(both, "c", 1);
        cutOff("c");

        int count = 1;
        long end = System.nanoTime() + LONG_CUT.toNanos();
        while (System.nanoTime() < end) {
            count++;
            count(majority, count % 2 == 0 ? "b" : "a", count);
            count(alone, "c", count);
            set(both, "a", "a", Integer.toString(count));
            set(both, "c", "c", Integer.toString(count));
        }

        cluster.link("a", "c").healWithLoss();
        cluster.link("b", "c").healWithLoss();
        String last = Integer.toString(count);
        for (TomcatProcess srun : cluster.sruns()) {
            await(srun.srun()).atMost(TO_MEET_AGAIN).untilAsserted(() -> {
                assertThat(read(majority, srun.srun(), "counter")).isEqualTo(last);
                assertThat(read(alone, srun.srun(), "counter")).isEqualTo(last);
                assertThat(read(both, srun.srun(), "a")).isEqualTo(last);
                assertThat(read(both, srun.srun(), "c")).isEqualTo(last);
            });
        }
        for (int more = 1; more <= 6; more++) {
            count(majority, cluster.srun(more % 3).srun(), count + more);
            count(alone, cluster.srun((more + 1) % 3).srun(), count + more);
        }
    }

    @Test
    void twoOfThreeGoOnWhileTheThirdRefuses() {
        start(3, 2);
        Browser user = new Browser();
        count(user, "c", 1);
        cutOff("c");

        int count = 1;
        long end = System.nanoTime() + SHORT_CUT.toNanos();
        while (System.nanoTime() < end) {
            count++;
            count(user, count % 2 == 0 ? "b" : "a", count);
            assertRefused(user.copy().get(port("c"), "/attribute?name=refused&value=c"));
        }

        cluster.link("a", "c").heal();
        cluster.link("b", "c").heal();
        awaitServing("c", user);
        assertThat(read(user, "c", "counter")).isEqualTo(Integer.toString(count));
        for (int more = 1; more <= 6; more++) {
            count(user, cluster.srun(more % 3).srun(), count + more);
        }
    }

    @Test
    void aCutBetweenTwoIsBridgedByAThird() {
        start(3, 1);
        List<Browser> users = new ArrayList<>();
        for (int user = 0; user < 6; user++) {
            users.add(new Browser());
        }

        int count = countInTurn(users, 0, Duration.ofMillis(500));
        cluster.link("a", "b").cut();
        count = countInTurn(users, count, LONG_CUT);
        cluster.link("a", "b").heal();
        countInTurn(users, count, Duration.ofSeconds(2));
    }

    /** Each user counts on, each time at another srun; returns how far they got. */
    private int countInTurn(List<Browser> users, int from, Duration forSoLong) {
        int count = from;
        long end = System.nanoTime() + forSoLong.toNanos();
        while (System.nanoTime() < end) {
            count++;
            for (int user = 0; user < users.size(); user++) {
                String srun = cluster.srun((user + count) % 3).srun();
                count(users.get(user), srun, count);
                assertThat(read(
                                users.get(user),
                                cluster.srun((user + count + 1) % 3).srun(),
                                "counter"))
                        .isEqualTo(Integer.toString(count));
            }
        }
        return count;
    }

    private void start(int sruns, int minAcks) {
        cluster = TestCluster.of(sruns)
                .withRing(TIMES.formatted(minAcks))
                .with(minAcks == 1 ? "" : "storeDown=\"fail\"")
                .thatCanBeCut()
                .start(false);
    }

    private void cutOff(String srun) {
        cluster.sruns().stream()
                .map(TomcatProcess::srun)
                .filter(other -> !other.equals(srun))
                .forEach(other -> cluster.link(srun, other).cut());
    }

    private int port(String srun) {
        return cluster.srun(srun).port();
    }

    private void set(Browser user, String srun, String name, String value) {
        assertThat(user.get(port(srun), "/attribute?name=" + name + "&value=" + value)
                        .text())
                .isEqualTo(value);
    }

    private String read(Browser user, String srun, String name) {
        return user.get(port(srun), "/attribute?name=" + name).text();
    }

    private void count(Browser user, String srun, int expected) {
        assertThat(user.get(port(srun), "/counter").number()).as("at " + srun).isEqualTo(expected);
    }

    private void awaitServing(String srun, Browser user) {
        await(srun).atMost(TO_MEET_AGAIN).until(() -> user.get(port(srun), "/attribute?name=counter")
                .isOk());
    }

    private static void assertRefused(Answer answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.headers()).containsKey("retry-after");
    }
}

package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.ClusterLogs;
import org.ringlet.it.harness.TestCluster;
import org.ringlet.it.harness.TomcatDistribution;
import org.ringlet.it.harness.TomcatProcess;

/** The drop-in on each Tomcat that is supported: two sruns, and what every application does to its sessions. */
@ExtendWith(ClusterLogs.class)
class InstallIT {
    private TestCluster cluster;

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void sessionsAreSharedAndOutliveAllJvms(TomcatDistribution distribution) {
        cluster = TestCluster.of(2)
                .on(distribution)
                .with("loadPolicy=\"always-load\"")
                .start(true);
        int a = cluster.srun("a").port();
        int b = cluster.srun("b").port();

        Browser user = new Browser();
        assertThat(user.get(cluster.port(), "/counter").number()).isEqualTo(1);
        assertThat(user.get(a, "/counter").number()).isEqualTo(2);
        assertThat(user.get(b, "/counter?flush").number()).isEqualTo(3);
        assertThat(user.get(a, "/counter?flush").number()).isEqualTo(4);

        changesInPlaceAreFound(user, a, b);
        asynchronousChangesAreFound(user, a, b);
        idsChangeEverywhere(user, a, b);
        endedSessionsStayEnded(a, b);

        cluster.sruns().forEach(TomcatProcess::stop);
        cluster.sruns().forEach(TomcatProcess::launch);
        cluster.sruns().forEach(TomcatProcess::awaitUp);
        assertThat(user.get(b, "/counter").number()).isEqualTo(5);
        assertThat(user.get(a, "/list").text()).isEqualTo("x,y");
    }

    private static void changesInPlaceAreFound(Browser user, int a, int b) {
        assertThat(user.get(a, "/list?add=x").text()).isEqualTo("x");
        assertThat(user.get(b, "/list?add=y").text()).isEqualTo("x,y");
        assertThat(user.get(a, "/list").text()).isEqualTo("x,y");
    }

    private static void asynchronousChangesAreFound(Browser user, int a, int b) {
        assertThat(user.get(a, "/async?value=later").text()).isEqualTo("set");
        assertThat(user.get(b, "/attribute?name=async").text()).isEqualTo("later");
    }

    private static void idsChangeEverywhere(Browser user, int a, int b) {
        Browser before = user.copy();
        String id = user.get(a, "/change-id").text();
        assertThat(user.session()).isEqualTo(id).isNotEqualTo(before.session());
        assertThat(user.get(b, "/id").text()).isEqualTo(id);
        assertThat(before.get(b, "/id").text()).isEqualTo("none");
    }

    private static void endedSessionsStayEnded(int a, int b) {
        Browser other = new Browser();
        other.get(a, "/counter");
        assertThat(other.get(b, "/invalidate").text()).isEqualTo("ended");
        assertThat(other.get(a, "/id").text()).isEqualTo("none");
    }
}

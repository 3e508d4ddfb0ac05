package org.ringlet.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpSession;
import java.lang.ref.WeakReference;
import java.net.http.HttpResponse;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Manager through the life of its application. */
@Tag("tomcat")
class LifecycleTest {
    private final Script script = new Script();
    private final Browser browser = new Browser();
    private TestCluster cluster;

    @AfterEach
    void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void sessionsSurviveAReloadOfTheApplication() throws Exception {
        start();
        run("name=value");
        cluster.context(0).reload();

        assertThat(get("name")).isEqualTo("value");
    }

    @Test
    void aReloadLeavesNoReferenceToTheOldClassLoader() throws Exception {
        start();
        run("name=value");
        WeakReference<ClassLoader> loader =
                new WeakReference<>(cluster.context(0).getLoader().getClassLoader());
        cluster.context(0).reload();
        get("name");

        await().until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    @Test
    void theValveOfTheEngineComesWithTheFirstManagerAndGoesWithTheLast() throws Exception {
        start();
        assertThat(cluster.tomcat(0).getEngine().getPipeline().getValves()).anyMatch(EngineValve.class::isInstance);
        cluster.context(0).stop();
        assertThat(cluster.tomcat(0).getEngine().getPipeline().getValves()).noneMatch(EngineValve.class::isInstance);
        cluster.context(0).start();
        assertThat(Arrays.stream(cluster.tomcat(0).getEngine().getPipeline().getValves())
                        .filter(EngineValve.class::isInstance))
                .hasSize(1);
    }

    @Test
    void startsWhileTheStoreIsDown() throws Exception {
        start();
        cluster.door(0).fail();
        cluster.context(0).reload();

        assertThat(script.run(cluster, 0, browser, (request, response) -> response.getWriter()
                                .print("up"))
                        .body())
                .isEqualTo("up");
    }

    @Test
    void anApplicationWhoseManagerHasAnUnknownAttributeDoesNotStart() {
        assertThatThrownBy(
                        () -> TestCluster.of().with("lodaPolicy", "always-load").start())
                .hasMessageContaining("the context did not start");
    }

    @Test
    void changesOfARequestThatIsNotSavedBeforeTheStopAreSavedByIt() throws Exception {
        cluster = TestCluster.of()
                .with("saveMode", "on-shutdown")
                .servlet("/run", script.servlet())
                .start();
        run("name=value");
        cluster.context(0).reload();

        assertThat(get("name")).isEqualTo("value");
    }

    @Test
    void aChosenMaximumOfSessionsHolds() throws Exception {
        cluster = TestCluster.of()
                .servlet("/run", script.servlet())
                .context(context -> ((RingletManager) context.getManager()).setMaxActiveSessions(1))
                .start();
        run("name=value");
        HttpResponse<String> second =
                script.run(cluster, 0, new Browser(), (request, response) -> request.getSession());

        assertThat(second.statusCode()).isEqualTo(500);
        assertThat(cluster.manager(0).getRejectedSessions()).isEqualTo(1);
    }

    @Test
    void theStatusIsForThisMachineAndNobodysForwardedRequest() throws Exception {
        start();
        assertThat(browser.body(cluster, 0, "/.ringlet/status"))
                .contains("\"id\":\"s0\"", "\"index\":0", "\"state\":\"active\"");
        browser.header("X-Forwarded-For", "203.0.113.9");
        assertThat(browser.get(cluster, 0, "/.ringlet/status").statusCode()).isEqualTo(404);
    }

    private void start() throws Exception {
        cluster = TestCluster.of().servlet("/run", script.servlet()).start();
    }

    private void run(String assignment) throws Exception {
        String[] parts = assignment.split("=", 2);
        HttpResponse<String> response = script.run(cluster, 0, browser, (request, out) -> {
            request.getSession().setAttribute(parts[0], parts[1]);
            out.getWriter().print("done");
        });
        assertThat(response.statusCode()).isEqualTo(200);
    }

    private String get(String name) throws Exception {
        return script.run(cluster, 0, browser, (request, out) -> {
                    HttpSession session = request.getSession();
                    out.getWriter().print(session.getAttribute(name));
                })
                .body();
    }
}

package org.ringlet.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ringlet.session.Application;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionId;
import org.ringlet.store.FaultyStore.Verb;
import org.ringlet.store.LoadOutcome;

/** Several applications in one Tomcat: their sessions are apart, and a request that crosses over saves both. */
@Tag("tomcat")
class ApplicationsTest {
    private final Script script = new Script();
    private final Browser browser = new Browser();
    private TestCluster cluster;

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    @Test
    void aSessionOfAnotherApplicationThatARequestChangesIsSavedBeforeTheAnswer() throws Exception {
        cluster = TestCluster.of()
                .sruns(2)
                .servlet("/run", script.servlet())
                .application("/other", new Handler(ApplicationsTest::count))
                .start();
        String included = script.run(cluster, 0, browser, (request, response) -> {
                    request.getSession().setAttribute("here", "yes");
                    request.getServletContext()
                            .getContext("/other")
                            .getRequestDispatcher("/do")
                            .include(request, response);
                })
                .body();

        assertThat(included).isEqualTo("1");
        SessionId id = SessionId.parse(browser.sessionId()).orElseThrow();
        Application other = new Application("test", "localhost", "/other", "");
        assertThat(cluster.store().load(other.key(id), Revision.NONE)).isInstanceOf(LoadOutcome.Changed.class);
        assertThat(cluster.store().load(TestCluster.application().key(id), Revision.NONE))
                .isInstanceOf(LoadOutcome.Changed.class);
    }

    @Test
    void versionsOfAnApplicationThatAreDeployedInParallelKeepTheirOwnSessions() throws Exception {
        cluster = TestCluster.of()
                .application("/app##1", new Handler(ApplicationsTest::version))
                .application("/app##2", new Handler(ApplicationsTest::version))
                .start();

        assertThat(browser.body(cluster, 0, "/app/do")).isEqualTo("version 2 count 1");
        assertThat(browser.body(cluster, 0, "/app/do")).isEqualTo("version 2 count 2");
    }

    @Test
    void aSessionOfAnOldVersionGoesOnWithThatVersion() throws Exception {
        cluster = TestCluster.of()
                .sruns(2)
                .application("/app##1", new Handler(ApplicationsTest::version))
                .application("/app##2", new Handler(ApplicationsTest::version))
                .start();
        RingletManager old =
                (RingletManager) ((Context) cluster.tomcat(0).getHost().findChild("/app##1")).getManager();
        HttpSession session = old.createSession(null).getSession();
        session.setAttribute("count", 41);
        old.unload();
        browser.sessionId(session.getId());

        assertThat(browser.body(cluster, 0, "/app/do")).isEqualTo("version 1 count 42");
        assertThat(browser.body(cluster, 1, "/app/do")).isEqualTo("version 1 count 43");
    }

    @Test
    void anIdOfOneApplicationFindsNothingInAnother() throws Exception {
        cluster = TestCluster.of()
                .servlet("/run", script.servlet())
                .application("/other", new Handler((request, response) -> response.getWriter()
                        .print(request.getSession(false) == null ? "none" : "there")))
                .start();
        script.run(
                cluster, 0, browser, (request, response) -> request.getSession().setAttribute("a", "b"));

        assertThat(browser.body(cluster, 0, "/other/do")).isEqualTo("none");
    }

    @Test
    void aMissIsAskedForOncePerRequest() throws Exception {
        cluster = TestCluster.of().servlet("/run", script.servlet()).start();
        browser.sessionId("aaab0123456789012345678901");
        cluster.door(0).forgetCalls();
        script.run(cluster, 0, browser, (request, response) -> {
            request.getSession(false);
            request.isRequestedSessionIdValid();
            request.getSession(false);
        });

        assertThat(cluster.door(0).calls(Verb.LOAD)).isEqualTo(1);
    }

    private static void count(HttpServletRequest request, HttpServletResponse response) throws Exception {
        HttpSession session = request.getSession();
        Object count = session.getAttribute("count");
        int next = count == null ? 1 : (Integer) count + 1;
        session.setAttribute("count", next);
        response.getWriter().print(next);
    }

    private static void version(HttpServletRequest request, HttpServletResponse response) throws Exception {
        response.getWriter().print("version " + request.getServletContext().getAttribute("version") + " count ");
        count(request, response);
    }
}

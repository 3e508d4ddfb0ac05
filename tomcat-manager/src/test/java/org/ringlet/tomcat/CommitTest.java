package org.ringlet.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ringlet.codec.AttributeCodec;
import org.ringlet.codec.CodecSettings;
import org.ringlet.session.Bytes;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionId;
import org.ringlet.store.LoadOutcome;

/**
 * When the client sees the head of a response, the store has what the request did to its session: in each of the ways in
 * which a response can be committed, over HTTP/1.1 and HTTP/2.
 */
@Tag("tomcat")
class CommitTest {
    private final CountDownLatch headSeen = new CountDownLatch(1);
    private TestCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.of()
                .servlet("/start", new Handler((request, response) -> {
                    request.getSession();
                    response.getWriter().print("started");
                }))
                .servlet("/plain", changing(response -> response.getWriter().print("plain")))
                .servlet("/flush", changing(response -> {
                    response.getWriter().print("flushed");
                    response.flushBuffer();
                    awaitHead();
                }))
                .servlet("/flush-without-body", changing(response -> {
                    response.flushBuffer();
                    awaitHead();
                }))
                .servlet("/redirect-and-flush", changing(response -> {
                    response.setStatus(303);
                    response.setHeader("Location", "/elsewhere");
                    response.flushBuffer();
                    awaitHead();
                }))
                .servlet("/redirect", changing(response -> response.sendRedirect("/elsewhere")))
                .servlet("/content-length", changing(response -> {
                    response.setContentLength(4);
                    response.getOutputStream().write("full".getBytes(StandardCharsets.US_ASCII));
                }))
                .servlet("/large", changing(response -> {
                    response.getOutputStream().write(new byte[200_000]);
                    awaitHead();
                }))
                .servlet("/close", changing(response -> {
                    response.getWriter().print("closed");
                    response.getWriter().close();
                    awaitHead();
                }))
                .servlet("/forward", new Handler((request, response) -> {
                    request.getSession().setAttribute("value", "forwarding");
                    request.getRequestDispatcher("/plain").forward(request, response);
                }))
                .servlet("/destroyed", new Handler((request, response) -> response.getWriter()
                        .print(request.getSession().getId())))
                .servlet("/error", new Handler((request, response) -> {
                    request.getSession().setAttribute("value", "failing");
                    response.sendError(418);
                }))
                .servlet(
                        "/error-page", changing(response -> response.getWriter().print("error page")))
                .servlet("/async", new Handler(this::answerLater))
                .servlet("/change-after-flush", new Handler((request, response) -> {
                    request.getSession().setAttribute("value", "changed");
                    response.getWriter().print("flushed");
                    response.flushBuffer();
                    awaitHead();
                    request.getSession().setAttribute("late", "changed late");
                }))
                .context(context -> {
                    ErrorPage page = new ErrorPage();
                    page.setErrorCode(418);
                    page.setLocation("/error-page");
                    context.addErrorPage(page);
                    ((StandardContext) context).addApplicationEventListener(new ChangeWhenDestroyed());
                })
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesAtTheEndOfARequestThatDidNotFlush(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/plain")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesAtAFlush(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/flush")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesAtAFlushWithoutABody(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/flush-without-body")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesAtAFlushedRedirect(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/redirect-and-flush")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesAtARedirect(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/redirect")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesWhenTheContentLengthIsReached(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/content-length")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesWhenTheBufferIsFull(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/large")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesWhenTheWriterIsClosed(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/close")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesAfterAForward(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/forward")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesWhatRequestDestroyedChanges(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/destroyed")).contains("changed in requestDestroyed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesWhatAnErrorPageChanges(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/error")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesWhatAnAsynchronousRequestChangesOnAnotherThread(HttpClient.Version version) throws Exception {
        assertThat(storedWhenHeadArrives(version, "/async")).contains("changed");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void savesWhatIsChangedAfterAFlushAtTheEnd(HttpClient.Version version) throws Exception {
        Browser browser = new Browser(version);

        assertThat(storedWhenHeadArrives(browser, "/change-after-flush")).contains("changed");
        assertThat(stored(browser, "late")).contains("changed late");
    }

    private Optional<Object> storedWhenHeadArrives(HttpClient.Version version, String path) throws Exception {
        return storedWhenHeadArrives(new Browser(version), path);
    }

    private Optional<Object> storedWhenHeadArrives(Browser browser, String path) throws Exception {
        browser.get(cluster, 0, "/start");
        AtomicReference<Optional<Object>> atHead = new AtomicReference<>(Optional.empty());
        HttpResponse<String> response = browser.getAsync(cluster, 0, path, head -> {
                    atHead.set(stored(browser, "value"));
                    headSeen.countDown();
                    return BodyHandlers.ofString().apply(head);
                })
                .get(20, TimeUnit.SECONDS);
        assertThat(response.statusCode()).isIn(200, 302, 303, 418);
        return atHead.get();
    }

    /** What the store has under an attribute's name. */
    private Optional<Object> stored(Browser browser, String name) {
        SessionId id = SessionId.parse(browser.sessionId()).orElseThrow();
        LoadOutcome outcome = cluster.store().load(TestCluster.application().key(id), Revision.NONE);
        return outcome instanceof LoadOutcome.Changed changed
                ? changed.record().value(name).map(CommitTest::decoded)
                : Optional.empty();
    }

    private static Object decoded(Bytes frame) {
        try (AttributeCodec codec = AttributeCodec.kryo(CodecSettings.of(CommitTest.class.getClassLoader()))) {
            return codec.decode(frame);
        }
    }

    /** What a test's application does with a response after it has changed the session. */
    private interface Answer {
        void to(HttpServletResponse response) throws Exception;
    }

    private static Handler changing(Answer answer) {
        return new Handler((request, response) -> {
            request.getSession().setAttribute("value", "changed");
            answer.to(response);
        });
    }

    private void awaitHead() throws InterruptedException {
        assertThat(headSeen.await(10, TimeUnit.SECONDS))
                .as("the head reached the client while the application was running")
                .isTrue();
    }

    private void answerLater(HttpServletRequest request, HttpServletResponse response) {
        AsyncContext async = request.startAsync();
        Thread thread = new Thread(() -> {
            request.getSession().setAttribute("value", "changed");
            try {
                response.getWriter().print("later");
                response.flushBuffer();
                awaitHead();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                async.complete();
            }
        });
        thread.start();
    }

    private static final class ChangeWhenDestroyed implements ServletRequestListener {
        @Override
        public void requestDestroyed(ServletRequestEvent event) {
            HttpServletRequest request = (HttpServletRequest) event.getServletRequest();
            if (request.getRequestURI().equals("/destroyed")) {
                request.getSession().setAttribute("value", "changed in requestDestroyed");
            }
        }
    }
}

package org.ringlet.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.core.StandardContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ringlet.codec.SampleValues;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionId;
import org.ringlet.store.FaultyStore.Verb;
import org.ringlet.store.LoadOutcome;

/** What becomes of sessions on sruns that share a store. */
@Tag("tomcat")
class SessionsTest {
    private final Script script = new Script();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Browser browser = new Browser();
    private TestCluster cluster;

    @AfterEach
    void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    // ---- visible elsewhere

    @Test
    void anotherSrunSeesWhatARequestHasSet() throws Exception {
        start(2);
        set(0, "name", "value");

        assertThat(get(1, "name")).isEqualTo("value");
    }

    @Test
    void anotherSrunSeesAChangeOfAnObjectThatWasOnlyRead() throws Exception {
        start(2);
        run(0, session -> session.setAttribute("cart", new ArrayList<>(List.of("apple"))));
        run(0, session -> cart(session).add("pear"));

        assertThat(ask(1, session -> cart(session).toString())).isEqualTo("[apple, pear]");
    }

    @Test
    void anotherSrunSeesAChangeThatWasMadeAfterTheObjectWasSet() throws Exception {
        start(2);
        run(0, session -> {
            List<String> cart = new ArrayList<>();
            session.setAttribute("cart", cart);
            cart.add("late");
        });

        assertThat(ask(1, session -> cart(session).toString())).isEqualTo("[late]");
    }

    @Test
    void aRemovedAttributeIsGoneElsewhere() throws Exception {
        start(2);
        set(0, "name", "value");
        get(1, "name");
        run(0, session -> session.removeAttribute("name"));

        assertThat(get(1, "name")).isEqualTo("null");
        assertThat(ask(1, session -> Collections.list(session.getAttributeNames())
                        .toString()))
                .isEqualTo("[]");
    }

    @Test
    void alternatingRequestsCountExactly() throws Exception {
        start(3);
        for (int i = 0; i < 60; i++) {
            run(i % 3, session -> session.setAttribute("n", number(session.getAttribute("n")) + 1));
        }

        assertThat(get(0, "n")).isEqualTo("60");
    }

    @Test
    void aRequestThatComesBackBeforeTheOneBeforeItIsOverFindsWhatAnotherSrunHasWritten() throws Exception {
        start(2);
        run(0, session -> session.setAttribute("n", 1));
        CountDownLatch elsewhereAndBack = new CountDownLatch(1);
        CompletableFuture<HttpResponse<InputStream>> flushed =
                script.beginStreaming(cluster, 0, browser, (request, response) -> {
                    request.getSession()
                            .setAttribute("n", number(request.getSession().getAttribute("n")) + 1);
                    response.getWriter().print("flushed");
                    response.flushBuffer();
                    assertThat(elsewhereAndBack.await(10, TimeUnit.SECONDS)).isTrue();
                });
        flushed.get(10, TimeUnit.SECONDS);
        run(1, session -> session.setAttribute("n", number(session.getAttribute("n")) + 1));
        run(0, session -> session.setAttribute("n", number(session.getAttribute("n")) + 1));
        elsewhereAndBack.countDown();

        assertThat(get(1, "n")).isEqualTo("4");
    }

    @Test
    void cacheFirstServesFromMemoryUntilTheCopyIsOld() throws Exception {
        cluster = cluster(2).with("reloadInterval", "1h").start();
        set(0, "name", "value");
        cluster.door(0).forgetCalls();
        get(0, "name");
        get(0, "name");

        assertThat(cluster.door(0).calls(Verb.LOAD)).isZero();
    }

    @Test
    void cacheFirstChecksWhenTheRouterSaysThatThisSrunStandsIn() throws Exception {
        cluster = cluster(2)
                .with("loadPolicy", "cache-first")
                .with("reloadInterval", "1h")
                .start();
        set(0, "name", "first");
        get(1, "name");
        set(0, "name", "second");

        assertThat(get(1, "name")).isEqualTo("first");
        browser.header("X-Ringlet-Stands-In-For", "0");
        assertThat(get(1, "name")).isEqualTo("second");
    }

    @Test
    void alwaysLoadAsksTheStoreOncePerRequest() throws Exception {
        start(1);
        set(0, "name", "value");
        cluster.door(0).forgetCalls();
        run(0, session -> {
            session.getAttribute("name");
            session.getAttribute("name");
        });

        assertThat(cluster.door(0).calls(Verb.LOAD)).isEqualTo(1);
    }

    // ---- what is written

    @Test
    void aRequestThatDoesNotTouchTheSessionWritesNothing() throws Exception {
        start(1);
        set(0, "name", "value");
        cluster.door(0).forgetCalls();
        script.run(
                cluster, 0, browser, (request, response) -> response.getWriter().print("untouched"));

        assertThat(writes(0)).isZero();
    }

    @Test
    void aRequestThatOnlyReadsWritesNothing() throws Exception {
        start(1);
        run(0, session -> {
            session.setAttribute("list", new ArrayList<>(List.of(1, 2)));
            session.setAttribute("map", new HashMap<>(Map.of("a", 1, "b", 2)));
            session.setAttribute("set", new HashSet<>(List.of("x", "y", "z")));
            session.setAttribute("bytes", new byte[100]);
        });
        cluster.door(0).forgetCalls();
        run(0, session -> {
            for (String name : Collections.list(session.getAttributeNames())) {
                session.getAttribute(name);
            }
        });

        assertThat(writes(0)).isZero();
    }

    @Test
    void aRequestThatOnlyReadsWritesNothingWhateverTheTypesAre() throws Exception {
        start(2);
        Map<String, Object> values = SampleValues.all();
        // hash tables by identity have another order in each copy, so nobody can tell that nothing was changed
        values.keySet().removeAll(List.of("keys that are equal only to themselves", "IdentityHashMap"));
        run(0, session -> values.forEach(session::setAttribute));
        for (int srun = 0; srun < 2; srun++) {
            cluster.door(srun).forgetCalls();
            String read = ask(srun, session -> {
                int count = 0;
                for (String name : Collections.list(session.getAttributeNames())) {
                    count += session.getAttribute(name) == null ? 0 : 1;
                }
                return Integer.toString(count);
            });

            assertThat(Integer.parseInt(read)).as("read on srun %d", srun).isGreaterThan(100);
            assertThat(namesWrittenBy(1)).as("by who only read").isEmpty();
            assertThat(writes(srun)).as("written by srun %d", srun).isZero();
        }
    }

    @Test
    void aRedirectSavesOnce() throws Exception {
        start(1);
        script.run(cluster, 0, browser, (request, response) -> {
            request.getSession().setAttribute("name", "value");
            response.sendRedirect("/elsewhere");
        });

        assertThat(cluster.door(0).calls(Verb.SAVE)).isEqualTo(1);
    }

    @Test
    void aMereAccessIsStoredOncePerInterval() throws Exception {
        cluster = cluster(1).with("accessUpdateInterval", "1h").start();
        set(0, "name", "value");
        cluster.door(0).forgetCalls();
        get(0, "name");
        get(0, "name");

        assertThat(writes(0)).isZero();
    }

    @Test
    void aMereAccessIsStoredWhenTheIntervalHasPassed() throws Exception {
        cluster = cluster(1).with("accessUpdateInterval", "0ms").start();
        set(0, "name", "value");
        cluster.door(0).forgetCalls();
        get(0, "name");

        assertThat(cluster.door(0).calls(Verb.TOUCH)).isEqualTo(1);
        assertThat(cluster.door(0).calls(Verb.SAVE)).isZero();
    }

    @Test
    void anIgnoredPathFindsTheSessionAndSavesNothing() throws Exception {
        cluster = cluster(1).with("ignore", "/run").start();
        HttpResponse<String> response = script.run(cluster, 0, browser, (request, out) -> {
            request.getSession().setAttribute("name", "value");
            out.getWriter().print("done");
        });

        assertThat(response.body()).isEqualTo("done");
        assertThat(cluster.door(0).calls(Verb.SAVE)).as("at the commit").isLessThanOrEqualTo(1);
    }

    // ---- concurrent requests

    @Test
    void concurrentRequestsOnTwoSrunsKeepEachOthersAttributes() throws Exception {
        start(2);
        set(0, "start", "yes");
        CountDownLatch bothRead = new CountDownLatch(2);
        CompletableFuture<HttpResponse<String>> first = setWhen(0, bothRead, "first");
        CompletableFuture<HttpResponse<String>> second = setWhen(1, bothRead, "second");
        first.get(20, TimeUnit.SECONDS);
        second.get(20, TimeUnit.SECONDS);

        assertThat(get(0, "first")).isEqualTo("first");
        assertThat(get(0, "second")).isEqualTo("second");
        assertThat(get(1, "first")).isEqualTo("first");
        assertThat(get(1, "second")).isEqualTo("second");
    }

    @Test
    void aRequestThatWasHeldUpDoesNotOverwriteWhatAnotherSrunHasWrittenSince() throws Exception {
        start(2);
        set(0, "name", "before");
        HttpResponse<String> response = heldUp("name");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
        assertThat(response.body()).doesNotContain("done");
        assertThat(get(0, "name")).isEqualTo("elsewhere");
        assertThat(get(1, "name")).isEqualTo("elsewhere");
        assertThat(cluster.manager(0).getOvertakenRequests()).isEqualTo(1);
    }

    @Test
    void aRequestThatWasHeldUpIsSavedIfItHasChangedSomethingElse() throws Exception {
        start(2);
        set(0, "name", "before");
        HttpResponse<String> response = heldUp("other");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(get(1, "other")).isEqualTo("late");
        assertThat(get(0, "name")).isEqualTo("elsewhere");
        set(1, "other", "later");
        assertThat(get(0, "other")).isEqualTo("later");
    }

    /** A request on the first srun that is cut off in it, while the second one sets "name". */
    private HttpResponse<String> heldUp(String changes) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        CompletableFuture<HttpResponse<String>> held = script.begin(cluster, 0, browser, (request, response) -> {
            HttpSession session = request.getSession();
            session.getAttribute("name");
            begun.countDown();
            assertThat(goesOn.await(10, TimeUnit.SECONDS)).isTrue();
            session.setAttribute(changes, "late");
            response.getWriter().print("done");
        });
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        set(1, "name", "elsewhere");
        cluster.door(0).wasCutOff();
        goesOn.countDown();
        return held.get(20, TimeUnit.SECONDS);
    }

    @Test
    void concurrentRequestsOnOneSrunShareTheSession() throws Exception {
        start(1);
        set(0, "start", "yes");
        CountDownLatch bothRead = new CountDownLatch(2);
        CompletableFuture<HttpResponse<String>> first = setWhen(0, bothRead, "first");
        CompletableFuture<HttpResponse<String>> second = setWhen(0, bothRead, "second");
        first.get(20, TimeUnit.SECONDS);
        second.get(20, TimeUnit.SECONDS);

        assertThat(get(0, "first") + get(0, "second")).isEqualTo("firstsecond");
        assertThat(cluster.manager(0).getActiveSessions()).isEqualTo(1);
    }

    @Test
    void aReaderDoesNotOverwriteAnotherSrunsChange() throws Exception {
        start(2);
        run(0, session -> session.setAttribute("list", new ArrayList<>(List.of("old"))));
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        CompletableFuture<HttpResponse<String>> reader = script.begin(cluster, 0, browser, (request, response) -> {
            request.getSession().getAttribute("list");
            read.countDown();
            assertThat(changed.await(10, TimeUnit.SECONDS)).isTrue();
            response.getWriter().print("read");
        });
        assertThat(read.await(10, TimeUnit.SECONDS)).isTrue();
        run(1, session -> session.setAttribute("list", new ArrayList<>(List.of("new"))));
        changed.countDown();
        reader.get(20, TimeUnit.SECONDS);

        assertThat(ask(0, session -> String.valueOf(session.getAttribute("list"))))
                .isEqualTo("[new]");
        assertThat(ask(1, session -> String.valueOf(session.getAttribute("list"))))
                .isEqualTo("[new]");
    }

    // ---- the end of a session

    @Test
    void aSaveThatComesAfterAnInvalidateOnAnotherSrunDoesNotReviveTheSession() throws Exception {
        start(2);
        set(0, "name", "value");
        CountDownLatch changed = new CountDownLatch(1);
        CountDownLatch invalidated = new CountDownLatch(1);
        CompletableFuture<HttpResponse<String>> slow = script.begin(cluster, 0, browser, (request, response) -> {
            request.getSession().setAttribute("name", "late");
            changed.countDown();
            assertThat(invalidated.await(10, TimeUnit.SECONDS)).isTrue();
            response.getWriter().print("done");
        });
        assertThat(changed.await(10, TimeUnit.SECONDS)).isTrue();
        run(1, HttpSession::invalidate);
        invalidated.countDown();
        assertThat(slow.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);

        assertThat(find(0)).isEqualTo("none");
        assertThat(find(1)).isEqualTo("none");
    }

    @Test
    void anInvalidatedSessionIsGoneForTheRestOfTheRequest() throws Exception {
        start(1);
        set(0, "name", "value");
        HttpResponse<String> response = script.run(cluster, 0, browser, (request, out) -> {
            request.getSession().invalidate();
            out.getWriter().print(request.getSession(false) == null ? "none" : "there");
        });

        assertThat(response.body()).isEqualTo("none");
    }

    @Test
    void anInvalidatedSessionIsGoneOnASrunThatHasItInMemory() throws Exception {
        start(2);
        set(0, "name", "value");
        get(1, "name");
        run(0, HttpSession::invalidate);

        assertThat(find(1)).isEqualTo("none");
    }

    @Test
    void eventsOfASessionAreFiredOnceInTheCluster() throws Exception {
        start(2);
        set(0, "name", "value");
        get(1, "name");
        get(0, "name");
        run(1, HttpSession::invalidate);
        find(0);

        assertThat(events).containsOnlyOnce("created", "destroyed with name=value");
    }

    @Test
    void aSessionThatNobodyServesAnyMoreIsDestroyedOnceByASweep() throws Exception {
        cluster = cluster(2).with("accessUpdateInterval", "1s").start();
        set(0, "name", "value");
        cluster.manager(0).locals().forEach(session -> cluster.manager(0).remove(session, false));
        cluster.store().clock().elapse(Duration.ofHours(1));
        cluster.manager(0).processExpires();
        cluster.manager(1).processExpires();
        cluster.manager(0).processExpires();

        assertThat(events).containsOnlyOnce("destroyed with name=value");
        assertThat(find(0)).isEqualTo("none");
    }

    @Test
    void anIdleCopyDoesNotEndASessionThatIsInUseElsewhere() throws Exception {
        cluster = cluster(2).with("accessUpdateInterval", "0ms").start();
        set(0, "name", "value");
        get(1, "name");
        cluster.manager(1)
                .local(id())
                .setCreationTime(
                        System.currentTimeMillis() - Duration.ofHours(2).toMillis());
        get(0, "name");
        cluster.manager(1).processExpires();

        assertThat(get(0, "name")).isEqualTo("value");
        assertThat(events).doesNotContain("destroyed with name=value");
    }

    @Test
    void aSessionWithoutATimeoutNeverExpires() throws Exception {
        cluster = cluster(2).with("accessUpdateInterval", "1s").start();
        run(0, session -> {
            session.setMaxInactiveInterval(0);
            session.setAttribute("name", "value");
        });
        cluster.store().clock().elapse(Duration.ofDays(1000));
        cluster.manager(1).processExpires();

        assertThat(get(1, "name")).isEqualTo("value");
        assertThat(ask(1, session -> Integer.toString(session.getMaxInactiveInterval())))
                .isEqualTo("0");
    }

    @Test
    void aChangedTimeoutIsSeenElsewhere() throws Exception {
        start(2);
        set(0, "name", "value");
        get(1, "name");
        run(0, session -> session.setMaxInactiveInterval(77));

        assertThat(ask(1, session -> Integer.toString(session.getMaxInactiveInterval())))
                .isEqualTo("77");
    }

    @Test
    void theCreationTimeIsTheSameEverywhere() throws Exception {
        start(2);
        String created = ask(0, session -> Long.toString(session.getCreationTime()));

        assertThat(ask(1, session -> Long.toString(session.getCreationTime()))).isEqualTo(created);
    }

    // ---- ids

    @Test
    void theIdHasTheIndicesOfOwnerAndBackup() throws Exception {
        start(3);
        set(1, "name", "value");

        assertThat(id().owner()).isEqualTo(1);
        assertThat(id().backup()).isIn(0, 2);
    }

    @Test
    void aChangedIdTakesTheAttributesAlongAndTheOldOneIsDeadEverywhere() throws Exception {
        start(2);
        set(0, "name", "value");
        get(1, "name");
        String old = browser.sessionId();
        script.run(
                cluster, 0, browser, (request, response) -> response.getWriter().print(request.changeSessionId()));

        assertThat(browser.sessionId()).isNotEqualTo(old).startsWith(old.substring(0, 4));
        assertThat(get(1, "name")).isEqualTo("value");
        assertThat(events).contains("id changed from " + old);
        browser.sessionId(old);
        assertThat(find(0)).isEqualTo("none");
        assertThat(find(1)).isEqualTo("none");
    }

    @Test
    void aRouteIsNotPartOfTheKeyAndFollowsAFailOver() throws Exception {
        cluster = cluster(2).jvmRoutes("r").start();
        set(0, "name", "value");
        assertThat(browser.sessionId()).endsWith(".r0");
        String plain = id().value();

        assertThat(get(1, "name")).isEqualTo("value");
        assertThat(browser.sessionId()).isEqualTo(plain + ".r1");
        assertThat(ask(1, HttpSession::getId)).isEqualTo(plain + ".r1");
        assertThat(events).contains("id changed from " + plain + ".r0");
    }

    @Test
    void hostileIdsAreNobodys() throws Exception {
        start(1);
        for (String id : List.of("../../etc/passwd", "a".repeat(5000), "%00", "a/b", "a'b", "..")) {
            browser.sessionId(id);
            assertThat(find(0)).isEqualTo("none");
        }
        assertThat(cluster.door(0).calls(Verb.LOAD)).isZero();
    }

    // ---- what can't be stored

    @Test
    void whatCannotBeStoredStaysHereAndCostsNothingElse() throws Exception {
        start(2);
        run(0, session -> {
            session.setAttribute("thread", new Thread("not stored"));
            session.setAttribute("name", "value");
        });

        assertThat(ask(0, session -> String.valueOf(session.getAttribute("thread") != null)))
                .isEqualTo("true");
        assertThat(ask(1, session -> String.valueOf(session.getAttribute("thread") != null)))
                .isEqualTo("false");
        assertThat(get(1, "name")).isEqualTo("value");
    }

    @Test
    void aSessionThatBecomesTooLargeKeepsItsStateAndSaysSo() throws Exception {
        cluster = cluster(2).with("maxSessionSize", "10k").start();
        set(0, "name", "value");
        HttpResponse<String> response = script.run(cluster, 0, browser, (request, out) -> {
            request.getSession().setAttribute("name", "too much");
            request.getSession().setAttribute("big", new byte[20_000]);
            out.getWriter().print("done");
        });

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(get(0, "name")).isEqualTo("value");
        assertThat(get(1, "name")).isEqualTo("value");
    }

    @Test
    void anObjectThatTwoAttributesShareStaysSharedInOneGraph() throws Exception {
        cluster = cluster(2)
                .with("frames", "session")
                .with("loadPolicy", "always-load")
                .start();
        run(0, session -> {
            List<String> shared = new ArrayList<>(List.of("apple"));
            session.setAttribute("cart", shared);
            session.setAttribute("sameCart", shared);
            session.setAttribute("thread", new Thread("not stored"));
        });

        assertThat(ask(1, session -> {
                    cart(session).add("pear");
                    return String.valueOf(session.getAttribute("sameCart"));
                }))
                .isEqualTo("[apple, pear]");
        assertThat(ask(0, session -> cart(session) + " " + (session.getAttribute("thread") != null)))
                .isEqualTo("[apple, pear] false");
        run(0, session -> session.removeAttribute("cart"));
        assertThat(ask(1, session -> Collections.list(session.getAttributeNames())
                        .toString()))
                .isEqualTo("[sameCart]");
    }

    // ---- when is saved

    @Test
    void withAfterRequestAnAnswerLeavesBeforeItsSessionIsStored() throws Exception {
        cluster = cluster(2)
                .with("saveMode", "after-request")
                .with("loadPolicy", "always-load")
                .start();
        set(0, "name", "before");
        await().until(() -> cluster.manager(0).getSaves() == 1);
        CountDownLatch answered = new CountDownLatch(1);
        CompletableFuture<HttpResponse<InputStream>> flushed =
                script.beginStreaming(cluster, 0, browser, (request, response) -> {
                    request.getSession().setAttribute("name", "after");
                    response.flushBuffer();
                    assertThat(answered.await(10, TimeUnit.SECONDS)).isTrue();
                });
        flushed.get(10, TimeUnit.SECONDS);
        assertThat(get(1, "name")).isEqualTo("before");
        answered.countDown();

        await().untilAsserted(() -> assertThat(get(1, "name")).isEqualTo("after"));
    }

    @Test
    void withAfterRequestAnObjectThatIsChangedInPlaceIsNotExchangedBeforeItIsStored() throws Exception {
        cluster = cluster(2)
                .with("saveMode", "after-request")
                .with("loadPolicy", "always-load")
                .start();
        run(0, session -> session.setAttribute("cart", new ArrayList<>(List.of("apple"))));
        await().until(() -> cluster.manager(0).getSaves() == 1);
        CountDownLatch elsewhere = new CountDownLatch(1);
        CompletableFuture<HttpResponse<InputStream>> flushed =
                script.beginStreaming(cluster, 0, browser, (request, response) -> {
                    HttpSession session = request.getSession();
                    cart(session).add("pear");
                    response.flushBuffer();
                    assertThat(elsewhere.await(10, TimeUnit.SECONDS)).isTrue();
                });
        flushed.get(10, TimeUnit.SECONDS);
        run(1, session -> session.setAttribute("other", "value"));
        await().until(() -> cluster.manager(1).getSaves() == 1);
        assertThat(ask(0, session -> cart(session).toString())).isEqualTo("[apple, pear]");
        elsewhere.countDown();

        await().untilAsserted(() ->
                assertThat(ask(1, session -> cart(session).toString())).isEqualTo("[apple, pear]"));
    }

    @Test
    void aFailureAfterTheAnswerHasLeftDoesNotReachTomcat() throws Exception {
        start(1);
        set(0, "name", "before");
        CountDownLatch broken = new CountDownLatch(1);
        CompletableFuture<HttpResponse<InputStream>> flushed =
                script.beginStreaming(cluster, 0, browser, (request, response) -> {
                    HttpSession session = request.getSession();
                    response.getWriter().print("flushed");
                    response.flushBuffer();
                    assertThat(broken.await(10, TimeUnit.SECONDS)).isTrue();
                    session.setAttribute("name", "late");
                });
        flushed.get(10, TimeUnit.SECONDS);
        cluster.door(0).failWith(() -> new IllegalStateException("the store has a bug"));
        broken.countDown();
        assertThat(new String(flushed.get().body().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("flushed");
        cluster.door(0).recover();

        assertThat(get(0, "name")).isEqualTo("late");
        assertThat(ask(0, session -> Integer.toString(session.getMaxInactiveInterval())))
                .isEqualTo("1800");
    }

    @Test
    void aSessionThatIsLoadedIsLookedForOnceThoughItsValidityIsAskedForMeanwhile() throws Exception {
        start(2);
        run(0, session -> session.setMaxInactiveInterval(60));
        cluster.door(1).forgetCalls();
        assertThat(find(1)).isEqualTo("there");

        assertThat(cluster.door(1).calls(Verb.LOAD)).isEqualTo(1);
        assertThat(cluster.door(1).calls(Verb.CLAIM)).isZero();
    }

    // ---- the store is down

    @Test
    void stickyUsersGoOnFromMemoryWhileTheStoreIsDownAndAreSavedLater() throws Exception {
        start(2);
        set(0, "name", "before");
        cluster.door(0).fail();
        set(0, "name", "while down");
        assertThat(get(0, "name")).isEqualTo("while down");
        assertThat(cluster.manager(0).getUnsavedSessions()).isEqualTo(1);
        cluster.door(0).recover();
        await().until(() -> {
            cluster.manager(0).processExpires();
            return cluster.manager(0).getUnsavedSessions() == 0;
        });

        assertThat(get(1, "name")).isEqualTo("while down");
    }

    @Test
    void anUnknownSessionIsA503WithRetryAfterWhileTheStoreIsDown() throws Exception {
        start(2);
        set(0, "name", "value");
        cluster.door(1).fail();
        HttpResponse<String> response = script.run(cluster, 1, browser, (request, out) -> request.getSession());

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
        assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
        cluster.door(1).recover();
        await().until(() -> find(1).equals("there"));
    }

    @Test
    void withStoreDownFailARequestThatCannotBeSavedIsA503() throws Exception {
        cluster = cluster(1)
                .with("storeDown", "fail")
                .with("loadPolicy", "cache-first")
                .start();
        set(0, "name", "before");
        cluster.door(0).fail();
        HttpResponse<String> response = script.run(cluster, 0, browser, (request, out) -> {
            request.getSession().setAttribute("name", "refused");
            out.getWriter().print("done");
        });

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).doesNotContain("done");
    }

    @Test
    void withStoreDownFailAFlushedAnswerThatCannotBeSavedIsA503() throws Exception {
        cluster = cluster(1)
                .with("storeDown", "fail")
                .with("loadPolicy", "cache-first")
                .start();
        set(0, "name", "before");
        cluster.door(0).fail();
        HttpResponse<String> response = script.run(cluster, 0, browser, (request, out) -> {
            request.getSession().setAttribute("name", "refused");
            out.getWriter().print("done");
            out.flushBuffer();
        });

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).doesNotContain("done");
    }

    @Test
    void aLogoutWhileTheStoreIsDownIsMadeUpFor() throws Exception {
        start(2);
        set(0, "name", "value");
        cluster.door(0).fail();
        run(0, HttpSession::invalidate);
        assertThat(find(0)).isEqualTo("none");
        cluster.door(0).recover();
        await().until(() -> {
            cluster.manager(0).processExpires();
            return find(1).equals("none");
        });
    }

    // ---- helpers

    private void start(int sruns) throws Exception {
        cluster = cluster(sruns).with("loadPolicy", "always-load").start();
    }

    private TestCluster.Builder cluster(int sruns) {
        return TestCluster.of().sruns(sruns).servlet("/run", script.servlet()).context(context -> {
            ((StandardContext) context).addApplicationLifecycleListener(new Recorder());
            ((StandardContext) context).addApplicationEventListener(new Recorder());
        });
    }

    private interface InSession {
        void run(HttpSession session) throws Exception;
    }

    private interface Question {
        String answer(HttpSession session) throws Exception;
    }

    private void run(int srun, InSession action) throws Exception {
        ask(srun, session -> {
            action.run(session);
            return "done";
        });
    }

    private String ask(int srun, Question question) throws Exception {
        HttpResponse<String> response = script.run(cluster, srun, browser, (request, out) -> {
            String answer = question.answer(request.getSession());
            out.getWriter().print(answer);
        });
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private void set(int srun, String name, String value) throws Exception {
        run(srun, session -> session.setAttribute(name, value));
    }

    private String get(int srun, String name) throws Exception {
        return ask(srun, session -> String.valueOf(session.getAttribute(name)));
    }

    private String find(int srun) throws Exception {
        return script.run(cluster, srun, browser, SessionsTest::printWhetherThere)
                .body();
    }

    private static void printWhetherThere(HttpServletRequest request, HttpServletResponse response) throws Exception {
        response.getWriter().print(request.getSession(false) == null ? "none" : "there");
    }

    private CompletableFuture<HttpResponse<String>> setWhen(int srun, CountDownLatch bothRead, String name) {
        return script.begin(cluster, srun, browser, (request, response) -> {
            HttpSession session = request.getSession();
            session.getAttribute("start");
            bothRead.countDown();
            assertThat(bothRead.await(10, TimeUnit.SECONDS)).isTrue();
            session.setAttribute(name, name);
            response.getWriter().print("set");
        });
    }

    /** The entries whose present value is of an srun's. */
    private List<String> namesWrittenBy(int srun) {
        LoadOutcome loaded = cluster.store().load(TestCluster.application().key(id()), Revision.NONE);
        return ((LoadOutcome.Changed) loaded)
                .record().entries().entrySet().stream()
                        .filter(entry -> entry.getValue().stamp().writer().srun() == srun)
                        .map(Map.Entry::getKey)
                        .toList();
    }

    private int writes(int srun) {
        return cluster.door(srun).calls(Verb.SAVE)
                + cluster.door(srun).calls(Verb.TOUCH)
                + cluster.door(srun).calls(Verb.MOVE);
    }

    private SessionId id() {
        return SessionId.parse(browser.sessionId()).orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static List<String> cart(HttpSession session) {
        return (List<String>) session.getAttribute("cart");
    }

    private static int number(Object value) {
        return value == null ? 0 : (Integer) value;
    }

    private final class Recorder implements HttpSessionListener, HttpSessionIdListener, HttpSessionAttributeListener {
        @Override
        public void sessionCreated(HttpSessionEvent event) {
            events.add("created");
        }

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            events.add("destroyed with name=" + event.getSession().getAttribute("name"));
        }

        @Override
        public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
            events.add("id changed from " + oldSessionId);
        }

        @Override
        public void attributeRemoved(HttpSessionBindingEvent event) {
            events.add("removed " + event.getName());
        }
    }
}

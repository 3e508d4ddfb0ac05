package org.ringlet.tomcat;

import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets a test write what a request does where it makes the request. */
final class Script {
    private final Map<String, Handler.Action> actions = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    /** The servlet that does it; mapped to {@code /run}. */
    Handler servlet() {
        return new Handler((request, response) ->
                actions.get(request.getParameter("action")).handle(request, response));
    }

    /** Does something in a request of a browser's to an srun. */
    HttpResponse<String> run(TestCluster cluster, int srun, Browser browser, Handler.Action action) throws Exception {
        return browser.get(cluster, srun, path(action));
    }

    /** Begins to do something in a request of a browser's to an srun. */
    CompletableFuture<HttpResponse<String>> begin(
            TestCluster cluster, int srun, Browser browser, Handler.Action action) {
        return browser.getAsync(cluster, srun, path(action), BodyHandlers.ofString());
    }

    /** Begins to do something; complete as soon as the head of the response is there. */
    CompletableFuture<HttpResponse<InputStream>> beginStreaming(
            TestCluster cluster, int srun, Browser browser, Handler.Action action) {
        return browser.getAsync(cluster, srun, path(action), BodyHandlers.ofInputStream());
    }

    private String path(Handler.Action action) {
        String name = Integer.toString(count.incrementAndGet());
        actions.put(name, action);
        return "/run?action=" + name;
    }
}

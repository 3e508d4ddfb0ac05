package org.ringlet.tomcat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** A client with one session cookie, which asks whichever srun it is told to. Redirects are not followed. */
final class Browser {
    private final HttpClient client;
    private final Map<String, String> headers = new ConcurrentHashMap<>();
    private volatile String cookie = "";

    Browser() {
        this(HttpClient.Version.HTTP_1_1);
    }

    Browser(HttpClient.Version version) {
        client = HttpClient.newBuilder()
                .version(version)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    /** Whether the next requests have to come from the same user as those of another browser. */
    Browser sharingCookieOf(Browser other) {
        cookie = other.cookie;
        return this;
    }

    /** Sends a header with all requests from now on. */
    void header(String name, String value) {
        headers.put(name, value);
    }

    String sessionId() {
        return cookie;
    }

    void sessionId(String id) {
        cookie = id;
    }

    HttpResponse<String> get(TestCluster cluster, int srun, String path) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request(cluster, srun, path).build(), BodyHandlers.ofString());
        keepCookie(response);
        return response;
    }

    /** Sends a form. */
    HttpResponse<String> post(TestCluster cluster, int srun, String path, String form)
            throws IOException, InterruptedException {
        HttpRequest request = request(cluster, srun, path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        keepCookie(response);
        return response;
    }

    String body(TestCluster cluster, int srun, String path) throws IOException, InterruptedException {
        return get(cluster, srun, path).body();
    }

    <T> CompletableFuture<HttpResponse<T>> getAsync(
            TestCluster cluster, int srun, String path, BodyHandler<T> handler) {
        return client.sendAsync(request(cluster, srun, path).build(), handler).thenApply(response -> {
            keepCookie(response);
            return response;
        });
    }

    private HttpRequest.Builder request(TestCluster cluster, int srun, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + cluster.port(srun) + path))
                .timeout(Duration.ofSeconds(20));
        headers.forEach(request::header);
        if (!cookie.isEmpty()) {
            request.header("Cookie", "JSESSIONID=" + cookie);
        }
        return request;
    }

    private void keepCookie(HttpResponse<?> response) {
        for (String header : response.headers().allValues("Set-Cookie")) {
            if (header.startsWith("JSESSIONID=")) {
                cookie = header.substring("JSESSIONID=".length(), header.indexOf(';'));
            }
        }
    }
}

package org.ringlet.bench.sessions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.ringlet.bench.load.ClosedLoop;
import org.ringlet.bench.load.Usage;
import org.ringlet.bench.load.User;
import org.ringlet.bench.process.ServerProcess;

/** A running Tomcat with the counter application. */
public final class TomcatServer implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final ServerProcess process;
    private final InetSocketAddress address;

    TomcatServer(ServerProcess process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    public InetSocketAddress address() {
        return address;
    }

    public ClosedLoop connect(List<? extends User> users) throws IOException {
        return ClosedLoop.connect(address, users);
    }

    public Usage usage() {
        return new Usage(process.cpu(), meter("allocated"));
    }

    /** How many bytes of the heap are in use after full collections. */
    public long liveHeap() {
        return meter("heap");
    }

    /**
     * Sees to it that the server has had nothing to complain about: one that warns that it can't store a session is
     * quicker than one that does.
     */
    public void requireContent() throws IOException {
        Optional<String> complaint = process.complaint();
        if (complaint.isPresent()) {
            throw new IOException(process.name() + ": " + complaint.get());
        }
    }

    private long meter(String what) {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + address.getPort() + "/meter/" + what))
                .build();
        try {
            HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return Long.parseLong(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(process.name() + " does not say how much it has " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}

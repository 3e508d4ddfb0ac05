package org.ringlet.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;

/**
 * Users who send their next request as soon as they have the last answer, all driven by the calling thread. One thread
 * is enough for tens of thousands of requests a second, and takes less of the machine from the server than one each.
 */
public final class ClosedLoop implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Selector selector;
    private final List<Connection> connections = new ArrayList<>();
    private Histogram latencies = new Histogram();
    private long answers;
    private long wrong;
    private Optional<String> firstWrong = Optional.empty();

    private ClosedLoop(Selector selector) {
        this.selector = selector;
    }

    public static ClosedLoop connect(InetSocketAddress server, List<? extends User> users) throws IOException {
        var loop = new ClosedLoop(Selector.open());
        try {
            for (User user : users) {
                loop.connections.add(Connection.open(server, user, loop.selector));
            }
            return loop;
        } catch (IOException e) {
            loop.close();
            throw e;
        }
    }

    /** Lets the users run for a while, and then, after a moment of quiet, runs and measures. */
    public Window measure(Duration leadIn, Duration duration, Meter meter) throws IOException {
        run(leadIn);
        latencies = new Histogram();
        answers = 0;
        Usage before = meter.read();
        long start = System.nanoTime();
        run(duration);
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        Usage used = meter.read().since(before);
        return new Window(
                answers,
                elapsed,
                used,
                Duration.ofNanos(latencies.quantile(0.5)),
                Duration.ofNanos(latencies.quantile(0.99)),
                wrong,
                firstWrong);
    }

    /** Lets the users run; returns when the time is over and the last answer is there. */
    public void run(Duration duration) throws IOException {
        long end = System.nanoTime() + duration.toNanos();
        runWhile(now -> now - end < 0);
    }

    /** Lets the users ask so many times, all together, and fails if an answer was wrong. */
    public void run(int requests) throws IOException {
        var left = new AtomicInteger(requests);
        runWhile(now -> left.getAndDecrement() > 0);
        firstWrong.ifPresent(complaint -> {
            throw new WrongAnswerException(complaint);
        });
    }

    /** @param goOn asked before each request */
    private void runWhile(LongPredicate goOn) throws IOException {
        int outstanding = 0;
        for (Connection connection : connections) {
            outstanding += sendIf(goOn, connection, System.nanoTime());
        }
        while (outstanding > 0) {
            if (selector.select(PATIENCE.toMillis()) == 0) {
                throw new IOException("no answer for " + PATIENCE.toSeconds() + " s to " + outstanding + " requests");
            }
            for (SelectionKey key : selector.selectedKeys()) {
                var connection = (Connection) key.attachment();
                Optional<Answer> answer = connection.receive();
                if (answer.isPresent()) {
                    long now = System.nanoTime();
                    count(connection, answer.get(), now);
                    outstanding += sendIf(goOn, connection, now) - 1;
                }
            }
            selector.selectedKeys().clear();
        }
    }

    private static int sendIf(LongPredicate goOn, Connection connection, long now) throws IOException {
        if (!goOn.test(now)) {
            return 0;
        }
        connection.send(now);
        return 1;
    }

    private void count(Connection connection, Answer answer, long now) {
        latencies.record(now - connection.sentAt());
        answers++;
        try {
            connection.user().accept(answer);
        } catch (WrongAnswerException e) {
            wrong++;
            if (firstWrong.isEmpty()) {
                firstWrong = Optional.of(String.valueOf(e.getMessage()));
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            connection.close();
        }
        selector.close();
    }
}

package org.ringlet.store.ring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Requests that wait for their answers. Confined to the loop, on which what was passed is called back. */
final class Calls {
    private final Loop loop;
    private final Network network;
    private final Duration timeout;
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
    private boolean isWatched;
    private long last;

    /** @param deadline those that wait are in the order of their deadlines, since all may take as long */
    private record Waiting(int srun, long deadline, Consumer<Reply> answered, Consumer<NoAnswerException> failed) {}

    /** @param timeout after which a call fails */
    Calls(Loop loop, Network network, Duration timeout) {
        this.loop = loop;
        this.network = network;
        this.timeout = timeout;
    }

    void call(int srun, Question question, Consumer<Reply> answered, Consumer<NoAnswerException> failed) {
        long number = ++last;
        waiting.put(number, new Waiting(srun, loop.nanoTime() + timeout.toNanos(), answered, failed));
        watch();
        network.send(srun, new Message.Request(number, question));
    }

    /** One timer for all: that of the first. */
    private void watch() {
        if (!isWatched && !waiting.isEmpty()) {
            isWatched = true;
            long left = waiting.values().iterator().next().deadline - loop.nanoTime();
            loop.after(Duration.ofNanos(Math.max(0, left)), this::failOverdue);
        }
    }

    private void failOverdue() {
        isWatched = false;
        long now = loop.nanoTime();
        List<Long> overdue = new ArrayList<>();
        for (Map.Entry<Long, Waiting> call : waiting.entrySet()) {
            if (now - call.getValue().deadline < 0) {
                break;
            }
            overdue.add(call.getKey());
        }
        overdue.forEach(number -> fail(number, true));
        watch();
    }

    void answered(int srun, Message.Answer answer) {
        Waiting call = waiting.get(answer.number());
        if (call != null && call.srun == srun) {
            waiting.remove(answer.number());
            call.answered.accept(answer.reply());
        }
    }

    /** Fails all that wait for an srun. */
    void lost(int srun) {
        List<Long> lost = new ArrayList<>();
        waiting.forEach((number, call) -> {
            if (call.srun == srun) {
                lost.add(number);
            }
        });
        lost.forEach(number -> fail(number, false));
    }

    private void fail(long number, boolean timedOut) {
        Waiting call = waiting.remove(number);
        if (call != null) {
            call.failed.accept(new NoAnswerException(call.srun, timedOut));
        }
    }
}

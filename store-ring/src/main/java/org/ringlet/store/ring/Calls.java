package org.ringlet.store.ring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Requests that wait for their answers. Confined to the loop, on which what was passed is called back. */
final class Calls {
    private final Loop loop;
    private final Network network;
    private final Duration timeout;
    private final Map<Long, Waiting> waiting = new TreeMap<>();
    private long last;

    private record Waiting(int srun, Consumer<Reply> answered, Consumer<NoAnswerException> failed) {}

    /** @param timeout after which a call fails */
    Calls(Loop loop, Network network, Duration timeout) {
        this.loop = loop;
        this.network = network;
        this.timeout = timeout;
    }

    void call(int srun, Question question, Consumer<Reply> answered, Consumer<NoAnswerException> failed) {
        long number = ++last;
        waiting.put(number, new Waiting(srun, answered, failed));
        loop.after(timeout, () -> fail(number, true));
        network.send(srun, new Message.Request(number, question));
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

package org.ringlet.store.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A network on which everything is lost, and remembered. */
final class RecordingNetwork implements Network {
    private final List<Sent> sent = new ArrayList<>();

    record Sent(int srun, Message message) {}

    @Override
    public void send(int srun, Message message) {
        sent.add(new Sent(srun, message));
    }

    List<Sent> sent() {
        return sent;
    }

    Message.Ping lastPingTo(int srun) {
        return sent.stream()
                .filter(message -> message.srun() == srun)
                .flatMap(message -> message.message() instanceof Message.Ping ping ? Stream.of(ping) : Stream.empty())
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new AssertionError("srun " + srun + " was never asked for a grant"));
    }
}

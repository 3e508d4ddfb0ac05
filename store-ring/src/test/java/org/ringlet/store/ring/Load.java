package org.ringlet.store.ring;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ringlet.session.SessionKey;

/** Users who write to a session again and again, at whichever of some sruns runs; each write adds an entry of its own. */
@SuppressWarnings("FutureReturnValueIgnored") // what is acknowledged is remembered
final class Load {
    private static final Duration PAUSE = Duration.ofMillis(25);

    private final Stage stage;
    private final Requests requests;
    private final Set<String> acknowledged = new HashSet<>();
    private boolean ended;
    private int writes;

    Load(Stage stage, Requests requests) {
        this.stage = stage;
        this.requests = requests;
    }

    void begin(SessionKey key, List<Integer> sruns) {
        if (!ended) {
            sruns.stream().filter(stage.simulation()::isRunning).forEach(srun -> write(srun, key));
            stage.simulation().at(PAUSE, () -> begin(key, sruns));
        }
    }

    private void write(int srun, SessionKey key) {
        String name = "w" + writes++;
        requests.write(srun, key, Map.of(name, "1")).thenAccept(outcome -> {
            if (outcome.equals("saved")) {
                acknowledged.add(name + "=1");
            }
        });
    }

    void end() {
        ended = true;
    }

    /** The entries that must be there. */
    Set<String> acknowledged() {
        return Set.copyOf(acknowledged);
    }
}

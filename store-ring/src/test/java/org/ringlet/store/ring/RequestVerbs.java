package org.ringlet.store.ring;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.ringlet.session.SessionKey;

/** The verbs of requests. */
final class RequestVerbs {
    private final Stage stage;
    private final Requests requests;

    RequestVerbs(Stage stage, Requests requests) {
        this.stage = stage;
        this.requests = requests;
    }

    /** @param of the session, and what else the verb is about */
    CompletableFuture<String> begin(int srun, String verb, List<String> of) {
        SessionKey key = stage.session(of.get(0));
        List<String> rest = of.subList(1, of.size());
        return switch (verb) {
            case "create" -> requests.create(srun, key, values(rest));
            case "write" -> requests.write(srun, key, values(rest));
            case "save" -> requests.save(srun, key, values(rest));
            case "move" -> requests.move(srun, key, stage.session(of.get(2)));
            case "read" -> requests.read(srun, key);
            case "end" -> requests.end(srun, key);
            case "touch" -> requests.touch(srun, key);
            case "claim" -> requests.claim(srun, key);
            default -> throw new IllegalArgumentException("requests don't " + verb);
        };
    }

    /** What comes of a verb if nothing else is expected. */
    static String usualAnswer(String verb) {
        return switch (verb) {
            case "create", "write", "save", "move" -> "saved";
            case "end", "touch" -> "done";
            default -> throw new IllegalArgumentException("nothing is expected");
        };
    }

    private static Map<String, String> values(List<String> pairs) {
        return pairs.stream()
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }
}

package org.ringlet.store.ring;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ringlet.session.Reserved;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;
import org.ringlet.store.StoreUnavailableException;

/** How scenarios say what came of a request. */
final class Words {
    private Words() {}

    /** An srun that can't answer has refused. */
    static <T> CompletableFuture<String> when(CompletableFuture<T> outcome, Function<T, String> word) {
        return outcome.handle((done, failure) -> {
            if (failure == null) {
                return word.apply(done);
            }
            if (Sessions.reason(failure) instanceof StoreUnavailableException) {
                return "refused";
            }
            throw new IllegalStateException(Sessions.reason(failure));
        });
    }

    static String of(LoadOutcome outcome) {
        if (outcome instanceof LoadOutcome.Changed changed) {
            return text(changed.record());
        }
        return outcome instanceof LoadOutcome.Ended ? "ended" : "missing";
    }

    static String of(SaveOutcome outcome) {
        return outcome instanceof SaveOutcome.Ended ? "ended" : "saved";
    }

    static String of(ClaimOutcome outcome) {
        if (outcome instanceof ClaimOutcome.Claimed) {
            return "claimed";
        }
        return outcome instanceof ClaimOutcome.Gone ? "gone" : "in use";
    }

    private static String text(SessionRecord record) {
        Map<String, String> values = new TreeMap<>();
        record.entries().keySet().stream().filter(name -> !Reserved.is(name)).forEach(name -> record.value(name)
                .ifPresent(bytes -> values.put(name, new String(bytes.array(), StandardCharsets.US_ASCII))));
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}

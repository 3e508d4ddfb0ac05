package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Optional;

/** Refuses a request that this very router has passed on before. */
final class LoopGuard implements RequestStage {
    private final String pseudonym;

    LoopGuard(String pseudonym) {
        this.pseudonym = pseudonym;
    }

    @Override
    public Optional<Refusal> apply(HttpRequest request, Client client) {
        if (!request.headers().contains(HttpHeaderNames.VIA)) {
            return Optional.empty();
        }
        boolean isLoop =
                request.headers().getAll(HttpHeaderNames.VIA).stream().anyMatch(via -> via.contains(pseudonym));
        return isLoop
                ? Optional.of(new Refusal(
                        HttpResponseStatus.valueOf(508, "Loop Detected"),
                        "An srun's address leads back to this router."))
                : Optional.empty();
    }
}

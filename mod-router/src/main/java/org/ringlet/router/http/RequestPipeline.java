package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Optional;

/**
 * All that happens to a request's head before it is routed, in this order. What the client lists in {@code Connection} is
 * taken off before the router's own headers are put on, so that it can't take those off.
 */
public final class RequestPipeline {
    private final List<RequestStage> stages;

    private RequestPipeline(List<RequestStage> stages) {
        this.stages = stages;
    }

    /**
     * @param maxHeaders how many header fields a request may have
     * @param pseudonym how this router calls itself in {@code Via}
     */
    public static RequestPipeline standard(int maxHeaders, String pseudonym) {
        return new RequestPipeline(List.of(
                new RequestSanitizer(maxHeaders),
                new TargetRule(),
                new HostRule(),
                new ReservedPaths(),
                new LoopGuard(pseudonym),
                new HopByHop(),
                new Forwarding(pseudonym)));
    }

    /** The first refusal, or empty if the request may go on: it has been changed in place then. */
    public Optional<Refusal> apply(HttpRequest request, Client client) {
        for (RequestStage stage : stages) {
            Optional<Refusal> refusal = stage.apply(request, client);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }
}

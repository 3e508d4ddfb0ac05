package org.ringlet.router.http;

import io.netty.handler.codec.http.HttpRequest;
import java.util.Optional;

/** One step of a request's way: refuses it, changes it in place, or lets it be. Stateless. */
@FunctionalInterface
interface RequestStage {
    Optional<Refusal> apply(HttpRequest request, Client client);
}

package org.ringlet.router.routing;

import org.ringlet.cluster.Srun;

/** Where a request goes. */
public sealed interface Route {
    /** It carries no session: any srun may create one. */
    record New(Srun srun) implements Route {}

    /** To the srun that owns its session. */
    record Owner(Srun srun) implements Route {}

    /**
     * To an srun that serves the session in the owner's place.
     *
     * @param owner the index of the owner, which may not be declared any more
     */
    record StandIn(Srun srun, int owner) implements Route {}

    /** No srun is left that was not tried. */
    record Nowhere() implements Route {}
}

/**
 * Which srun a request goes to: a pure function of the session ids in it, a {@linkplain
 * org.ringlet.router.routing.RoutingTable table} of the sruns, and those that were tried already. Stickiness comes
 * before everything else; a {@link org.ringlet.router.routing.BalancingPolicy} spreads only what has no session.
 */
@NullMarked
package org.ringlet.router.routing;

import org.jspecify.annotations.NullMarked;

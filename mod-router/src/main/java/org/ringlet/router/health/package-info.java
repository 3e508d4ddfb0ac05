/**
 * What the router knows about each srun: its {@linkplain org.ringlet.router.health.Health state}, the events that
 * change it, and what was counted.
 *
 * <p>A state changes in one place, {@link org.ringlet.router.health.Health}, which is a pure function of state and
 * event. {@link org.ringlet.router.health.Sruns} publishes the result to the event loops as an immutable
 * {@link org.ringlet.router.routing.RoutingTable}. Health is never persisted, and a reload keeps it for the sruns whose
 * address stays.
 */
@NullMarked
package org.ringlet.router.health;

import org.jspecify.annotations.NullMarked;

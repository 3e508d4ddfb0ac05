package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.ringlet.cluster.RingSettings;

class FrozenSrunsTest {
    private final Simulation simulation = new Simulation(1, 3, RingSettings.DEFAULT);
    private final Membership membership = simulation.node(0).membership();

    @Test
    void anSrunWhoseConnectionIsLostIsWaitedForUntilItsFateIsKnown() {
        simulation.run(Duration.ofSeconds(3));
        simulation.node(0).connecting(1);

        assertThat(membership.isUnsettled()).isTrue();
        simulation.node(0).down(1, false);
        assertThat(membership.isUnsettled()).isFalse();
    }

    /** One that is frozen for longer than {@code dead-time} takes connections and never says hello. */
    @Test
    void nobodyWaitsForAnSrunThatHadFallenSilentBeforeItsConnectionWasLost() {
        simulation.run(Duration.ofSeconds(3));
        simulation.pause(1);
        simulation.run(RingSettings.DEFAULT.ackTimeout().multipliedBy(2));
        simulation.node(0).connecting(1);

        assertThat(membership.isUnsettled()).isFalse();
        simulation.run(Duration.ofSeconds(1));
        assertThat(membership.trust().isValid(simulation.nanoTime())).isTrue();
    }

    /** Connections may be found lost, and with them answers, before anything else is done after a pause. */
    @Test
    void whoWasPausedSuspectsNobodyAndIsNotAlone() {
        simulation.run(Duration.ofSeconds(3));
        simulation.pause(0);
        simulation.run(Duration.ofSeconds(4));
        for (int other : new int[] {1, 2}) {
            simulation.node(0).connecting(other);
            membership.suspect(other);
        }

        assertThat(membership.isUnsettled()).isTrue();
        assertThat(membership.trust().isValid(simulation.nanoTime())).isFalse();
    }
}

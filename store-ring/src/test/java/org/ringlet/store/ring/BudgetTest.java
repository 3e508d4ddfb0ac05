package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final Duration NO_PATIENCE = Duration.ZERO;

    private final Budget budget = new Budget(10 << 10);

    @Test
    void whoWantsMoreThanIsLeftWaits() throws InterruptedException {
        int most = budget.take(8 << 10, NO_PATIENCE);

        assertThat(budget.take(5 << 10, NO_PATIENCE)).isZero();
        budget.giveBack(most);
        assertThat(budget.take(5 << 10, NO_PATIENCE)).isPositive();
    }

    @Test
    void whatIsLargerThanAllOfItGoesAlone() throws InterruptedException {
        int all = budget.take(1 << 20, NO_PATIENCE);

        assertThat(all).isPositive();
        assertThat(budget.take(1, NO_PATIENCE)).isZero();
    }
}

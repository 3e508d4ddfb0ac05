package org.ringlet.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SrunTest {
    @Test
    void readsOwnerAndBackupFromTheId() {
        String id = "acaA0123456789_-0123456789";

        assertThat(Srun.owner(id)).contains("srun 2");
        assertThat(Srun.backup(id + ".route")).contains("srun 26");
    }

    @Test
    void readsNothingFromAnIdOfAnotherManager() {
        assertThat(Srun.owner("D4C0F1A2B3C4D5E6F7A8B9C0D1E2F3A4")).isEmpty();
    }
}

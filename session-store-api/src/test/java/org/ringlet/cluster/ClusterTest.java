package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ClusterTest {
    @Test
    void hasItsSrunsByIndexWhateverTheOrderOfTheFile() {
        Cluster cluster = cluster(srun(2, "c"), srun(0, "a"));

        assertThat(cluster.sruns()).extracting(Srun::id).containsExactly("a", "c");
        assertThat(cluster.srun(2)).contains(srun(2, "c"));
        assertThat(cluster.srun(1)).isEmpty();
        assertThat(cluster.srun("a")).contains(srun(0, "a"));
        assertThat(cluster.srun("b")).isEmpty();
    }

    @Test
    void hasNoTwoSrunsOfOneIndexOrId() {
        assertThatThrownBy(() -> cluster(srun(0, "a"), srun(0, "b"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> cluster(srun(0, "a"), srun(1, "a"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isOneSrunAloneWithoutAFile() {
        assertThat(Cluster.ofOne().sruns())
                .singleElement()
                .extracting(Srun::index)
                .isEqualTo(0);
    }

    @Test
    void writesAnIpv6AddressInBrackets() {
        assertThat(srun(0, "a").httpAddress()).isEqualTo("[::1]:8080");
        assertThat(srun(0, "a")).hasToString("a(0) [::1]:8080");
        assertThat(Cluster.ofOne().sruns().get(0).httpAddress()).isEqualTo("127.0.0.1:8080");
    }

    private static Cluster cluster(Srun... sruns) {
        return new Cluster("shop", Optional.empty(), List.of(sruns), RingSettings.DEFAULT, RouterSettings.DEFAULT);
    }

    private static Srun srun(int index, String id) {
        return new Srun(index, id, "::1", 8080, OptionalInt.empty(), 100, Optional.empty(), Optional.empty(), false);
    }
}

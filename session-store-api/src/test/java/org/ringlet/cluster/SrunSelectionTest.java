package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ringlet.store.ConfigurationException;

class SrunSelectionTest {
    private static final Cluster CLUSTER = cluster(List.of(
            srun(0, "a", "10.0.0.1", 8080),
            srun(1, "b", "10.0.0.1", 8081),
            srun(2, "shop-1", "10.0.0.2", 8080),
            srun(3, "d", "10.0.0.3", 8080)));

    @ParameterizedTest
    @CsvSource({"a, b, d, a", "a, '', '', a", "'', b, d, b", "' ', b, d, b", "'', '', d, d", "'', ' ', d, d"})
    void asksTheAttributeThenThePropertyThenTheEnvironment(
            String attribute, String property, String environment, String chosen) {
        SrunSelection selection = new SrunSelection(
                Optional.of(attribute), Optional.of(property), Optional.of(environment), host -> true, Set.of(8080));

        assertThat(selection.choose(CLUSTER).id()).isEqualTo(chosen);
    }

    @ParameterizedTest
    @CsvSource({
        "shop-1, shop-1",
        "shop-0, a",
        "app-2, shop-1",
        "app2, shop-1",
        "app-02, shop-1",
        "app-1-3, d",
        "3, d",
        "0, a"
    })
    void takesAnIdOrElseTheIndexAtTheEndOfAName(String name, String chosen) {
        assertThat(named(name).choose(CLUSTER).id()).isEqualTo(chosen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "app-4", "app-2x", "app-99999999999999999999", "2.", "-", "A"})
    void refusesANameThatIsNoSrunsAndSaysWhoseItWasAndWhatThereIs(String name) {
        assertThatThrownBy(() -> named(name).choose(CLUSTER))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("'" + name + "', from the attribute srun, is no srun of the cluster shop: it is"
                        + " no id, and does not end in an index")
                .hasMessageEndingWith("; declared are a(0) 10.0.0.1:8080, b(1) 10.0.0.1:8081,"
                        + " shop-1(2) 10.0.0.2:8080, d(3) 10.0.0.3:8080");
    }

    @Test
    void doesNotGoOnToTheNextPlaceWhenANameIsWrong() {
        SrunSelection selection = new SrunSelection(
                Optional.empty(), Optional.of("nobody"), Optional.of("d"), host -> true, Set.of(8081));

        assertThatThrownBy(() -> selection.choose(CLUSTER))
                .hasMessageContaining("'nobody', from the system property ringlet.srun,");
    }

    @Test
    void asksWhetherTheIdThatIsNearWasMeant() {
        assertThatThrownBy(() -> named("shop_one").choose(CLUSTER)).hasMessageNotContaining("did you mean");
        assertThatThrownBy(() -> named("sohp-1x").choose(CLUSTER)).hasMessageContaining("; did you mean 'shop-1'?");
    }

    @Test
    void findsTheSrunThatIsAtThisMachineAndPort() {
        assertThat(at("10.0.0.1", 8081).choose(CLUSTER).id()).isEqualTo("b");
        assertThat(at("10.0.0.3", 8080, 8443).choose(CLUSTER).id()).isEqualTo("d");
    }

    @Test
    void saysWhatWasTriedWhenNoneIs() {
        assertThatThrownBy(() -> at("10.0.0.9", 8443, 8080).choose(CLUSTER))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("which srun of the cluster shop this is, is not said by the attribute srun, the system"
                        + " property ringlet.srun or the environment variable RINGLET_SRUN, and none has an address of"
                        + " this machine and one of this Tomcat's ports [8080, 8443]: a(0) 10.0.0.1:8080,"
                        + " b(1) 10.0.0.1:8081, shop-1(2) 10.0.0.2:8080, d(3) 10.0.0.3:8080; set one of the three to"
                        + " the id of the srun");
    }

    @Test
    void saysWhichWhenSeveralAre() {
        assertThatThrownBy(() -> at("10.0.0.1", 8080, 8081).choose(CLUSTER))
                .hasMessageContaining("several have an address of this machine and one of this Tomcat's ports"
                        + " [8080, 8081]: a(0) 10.0.0.1:8080, b(1) 10.0.0.1:8081; set");
    }

    @Test
    void listsNoHundredsOfSruns() {
        Cluster large = cluster(IntStream.range(0, 1000)
                .mapToObj(i -> srun(i, "s" + i, "h" + i, 8080))
                .toList());

        assertThatThrownBy(() -> named("nobody").choose(large)).hasMessageContaining("s19(19) h19:8080, 980 more");
    }

    @Test
    void knowsTheLoopbackAsThisMachineAndNobodysNameAsNot() {
        var thisMachine = new ThisMachine();

        assertThat(thisMachine.test("127.0.0.1")).isTrue();
        assertThat(thisMachine.test("::1")).isTrue();
        assertThat(thisMachine.test("192.0.2.1")).isFalse();
        assertThat(thisMachine.test("nobody.invalid")).isFalse();
    }

    @Test
    void readsThePropertyOfTheProcess() {
        System.setProperty(SrunSelection.SYSTEM_PROPERTY, "d");
        try {
            assertThat(SrunSelection.ofProcess(Optional.empty(), Set.of())
                            .choose(CLUSTER)
                            .id())
                    .isEqualTo("d");
        } finally {
            System.clearProperty(SrunSelection.SYSTEM_PROPERTY);
        }
    }

    private static SrunSelection named(String attribute) {
        return new SrunSelection(
                Optional.of(attribute), Optional.empty(), Optional.empty(), host -> false, Set.of(8080));
    }

    private static SrunSelection at(String address, Integer... ports) {
        return new SrunSelection(Optional.empty(), Optional.empty(), Optional.empty(), address::equals, Set.of(ports));
    }

    private static Cluster cluster(List<Srun> sruns) {
        return new Cluster("shop", Optional.empty(), sruns, RingSettings.DEFAULT, RouterSettings.DEFAULT);
    }

    private static Srun srun(int index, String id, String host, int port) {
        return new Srun(index, id, host, port, OptionalInt.empty(), 100, Optional.empty(), Optional.empty(), false);
    }
}

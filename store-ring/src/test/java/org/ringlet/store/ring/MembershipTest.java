package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ringlet.cluster.Ring;
import org.ringlet.cluster.RingSettings;

/** Srun a of a, b and c: whom it sees alive, and what that costs. The words of the scripts are those of {@link LoneSrun}. */
class MembershipTest {
    @ParameterizedTest(name = "{0}: up {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # connections
            ''                                           | a
            b:up                                         | a b
            b:up c:up                                    | a b c
            b:up c:up b:lost                             | a c
            b:up c:up b:lost b:up                        | a b c
            b:up c:up b:lost b:unreachable               | a c
            b:up c:up b:lost b:refused                   | a c
            b:up c:up b:lost b:refused b:up              | a b c
            b:refused b:speaks                           | a
            # silence: heartbeats are at 0, 500, 1000 …
            b:up c:up 2000ms                             | a b c
            b:up c:up 2499ms                             | a b c
            b:up c:up 2500ms                             | a
            b:up c:up 1500ms b:speaks 1000ms             | a b
            b:up c:up 1500ms b:speaks 2000ms             | a b
            b:up c:up 1500ms b:speaks 2500ms             | a
            # a word brings back, as often as it must
            b:up c:up 2500ms b:speaks                    | a b
            b:up c:up 60000ms c:speaks                   | a c
            b:up 2500ms b:speaks 2500ms b:speaks         | a b
            b:up 2500ms b:lost b:up                      | a b
            # while this JVM was stopped, it can't have heard anybody
            b:up c:up stall:60000ms 0ms                  | a b c
            b:up c:up stall:60000ms 2000ms               | a b c
            b:up c:up stall:60000ms 2500ms               | a
            b:up c:up 2000ms stall:2000ms 500ms          | a b c
            b:up c:up 2500ms stall:60000ms 0ms           | a
            b:up c:up 2500ms stall:60000ms 0ms c:speaks  | a c
            """)
    void seesAliveWhoSpeaks(String script, String up) {
        assertThat(threeSruns().after(script).up()).isEqualTo(up);
    }

    @Test
    void whoIsSuspectedIsAskedOnAndOnSoThatItsAnswerBringsItBack() {
        LoneSrun srun = threeSruns().after("b:up c:up 2500ms");
        long before = pingsToB(srun);
        srun.after("5000ms");

        assertThat(pingsToB(srun) - before).isEqualTo(10);
    }

    @ParameterizedTest(name = "{0}: settled {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            ''                                   | false
            b:up                                 | false
            b:up c:up                            | true
            b:up c:refused                       | true
            b:unreachable c:unreachable          | true
            b:up c:up b:lost                     | false
            b:up c:up b:lost b:unreachable       | true
            b:up c:up 2500ms                     | true
            """)
    void nobodyIsLeftOutWhileItsFateWillBeKnownSoon(String script, boolean isSettled) {
        assertThat(threeSruns().after(script).membership().isUnsettled()).isEqualTo(!isSettled);
    }

    @Test
    void whatWaitsForAnSrunsFateRunsWhenItIsKnownAndOnce() {
        LoneSrun srun = threeSruns().after("b:up");
        int[] runs = {0};
        srun.membership().whenSettled(() -> runs[0]++);
        assertThat(runs[0]).isZero();

        srun.after("c:refused b:lost b:up");

        assertThat(runs[0]).isEqualTo(1);
    }

    /** Copies are made anew elsewhere only then. */
    @ParameterizedTest(name = "{0}: lasting {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            b:up c:up                                                | true
            b:up c:up c:lost c:refused                               | false
            b:up c:up c:lost c:refused 2000ms b:speaks 2000ms        | false
            b:up c:up c:lost c:refused 4000ms b:up 1001ms            | true
            b:up c:up c:lost c:unreachable 4000ms b:up 1001ms        | true
            b:up c:up c:lost c:refused 4000ms b:up 1001ms c:up       | true
            b:up c:up c:lost c:refused 4000ms b:up c:up c:lost 1001ms | false
            b:up c:up 4000ms b:speaks 1000ms                         | false
            b:up c:up 4000ms b:speaks 1001ms                         | true
            b:up c:up c:lost c:refused stall:60000ms 0ms             | false
            b:up c:refused 4000ms b:speaks 1001ms                    | true
            """)
    void aViewLastsWhenWhoIsAwayHasBeenForTheDeadTime(String script, boolean isLasting) {
        assertThat(threeSruns().after(script).membership().isLasting()).isEqualTo(isLasting);
    }

    @Test
    void theSameSrunsAliveAreTheSameView() {
        LoneSrun srun = threeSruns().after("b:up c:up c:lost c:up");

        assertThat(srun.views()).hasSize(4);
        assertThat(srun.views().get(1).id()).isEqualTo(srun.views().get(3).id());
        assertThat(srun.views().get(0).id()).isEqualTo(srun.views().get(2).id());
    }

    @Test
    void anSrunThatIsDeclaredLaterIsWaitedForAndOneThatIsDeclaredNoMoreIsForgotten() {
        LoneSrun srun = threeSruns().after("b:up c:up");
        Membership membership = srun.membership();
        membership.declared(Ring.of(List.of(Simulation.srun(0), Simulation.srun(1), Simulation.srun(3))));

        assertThat(srun.up()).isEqualTo("a b");
        assertThat(membership.isUnsettled()).isTrue();
        assertThat(srun.after("c:up d:up").up()).isEqualTo("a b d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b:lost b:up",
                "b:lost b:unreachable b:up",
                "b:lost b:refused b:up",
                "b:lost b:unreachable b:lost b:refused b:lost b:up",
            })
    void aLinkThatComesAndGoesCostsTwoViewsATimeAndTwoMessagesToEach(String flap) {
        int sruns = 10;
        LoneSrun srun = srunOf(sruns);
        IntStream.range(1, sruns).forEach(other -> srun.membership().connected(other));
        int views = srun.views().size();
        int messages = srun.network().sent().size();
        IntStream.range(0, 100).forEach(i -> srun.after(flap));

        assertThat(srun.views().size() - views).isEqualTo(2 * 100);
        assertThat(srun.network().sent().size() - messages).isLessThanOrEqualTo(2 * 100 * (sruns - 1));
    }

    @Test
    void anSrunThatIsSuspectedAndBackAgainAndAgainCostsTwoViewsATimeAndTwoMessagesBesideTheHeartbeats() {
        LoneSrun srun = threeSruns().after("b:up c:up");
        int messages = srun.network().sent().size();
        IntStream.range(0, 100).forEach(i -> srun.after("1500ms c:speaks 1000ms b:speaks c:speaks"));

        int heartbeats = 5 * 2 * 100;
        assertThat(srun.views()).hasSize(2 + 2 * 100);
        assertThat(srun.network().sent().size() - messages).isLessThanOrEqualTo(heartbeats + 2 * 2 * 100);
    }

    @Test
    void wordsOfWhoIsAliveChangeNothing() {
        LoneSrun srun = threeSruns().after("b:up c:up");
        int messagesBefore = srun.network().sent().size();
        IntStream.range(0, 1000).forEach(i -> srun.after("b:speaks c:speaks"));

        assertThat(srun.views()).hasSize(2);
        assertThat(srun.network().sent()).hasSize(messagesBefore);
    }

    private static long pingsToB(LoneSrun srun) {
        return srun.network().sent().stream()
                .filter(sent -> sent.srun() == 1 && sent.message() instanceof Message.Ping)
                .count();
    }

    private static LoneSrun threeSruns() {
        return srunOf(3);
    }

    private static LoneSrun srunOf(int sruns) {
        return new LoneSrun(sruns, RingSettings.DEFAULT);
    }
}

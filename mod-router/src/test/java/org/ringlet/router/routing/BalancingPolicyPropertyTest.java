package org.ringlet.router.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assertj.core.data.Offset;
import org.ringlet.cluster.Srun;
import org.ringlet.store.ConfigurationException;

class BalancingPolicyPropertyTest {
    @Property(tries = 200)
    void roundRobinIsExactWithEqualWeights(
            @ForAll @IntRange(min = 1, max = 12) int sruns,
            @ForAll @IntRange(min = 1, max = 500) int requests,
            @ForAll Random random) {
        Map<Integer, Integer> counts = choose(BalancingPolicy.roundRobin(random), equal(sruns), requests);

        for (int i = 0; i < sruns; i++) {
            assertThat(counts.getOrDefault(i, 0)).isBetween(requests / sruns, (requests + sruns - 1) / sruns);
        }
    }

    @Property(tries = 200)
    void roundRobinGivesEachItsShareOfTheWeights(
            @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 1000) Integer> weights,
            @ForAll Random random) {
        int total = weights.stream().mapToInt(Integer::intValue).sum();

        Map<Integer, Integer> counts = choose(BalancingPolicy.roundRobin(random), weighted(weights), total);

        for (int i = 0; i < weights.size(); i++) {
            assertThat(counts.getOrDefault(i, 0)).isCloseTo(weights.get(i), Offset.offset(weights.size()));
        }
    }

    @Property(tries = 50)
    void roundRobinGivesTheNeighbourOfADeadSrunNoMoreThanTheOthers(
            @ForAll @IntRange(min = 0, max = 3) int dead, @ForAll Random random) {
        BalancingPolicy policy = BalancingPolicy.roundRobin(random);
        choose(policy, equal(4), random.nextInt(20));
        List<Srun> left = equal(4).stream().filter(srun -> srun.index() != dead).toList();

        Map<Integer, Integer> counts = choose(policy, left, 3000);

        left.forEach(srun -> assertThat(counts.get(srun.index())).isCloseTo(1000, Offset.offset(10)));
    }

    @Property(tries = 50)
    void roundRobinIsEvenAgainAfterAnySequenceOfFailuresAndReturns(
            @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 15) Integer> aliveMasks,
            @ForAll Random random) {
        BalancingPolicy policy = BalancingPolicy.roundRobin(random);
        for (int alive : aliveMasks) {
            List<Srun> left = equal(4).stream()
                    .filter(srun -> (alive & 1 << srun.index()) != 0)
                    .toList();
            choose(policy, left, random.nextInt(10));
        }

        Map<Integer, Integer> counts = choose(policy, equal(4), 4000);

        counts.values().forEach(count -> assertThat(count).isCloseTo(1000, Offset.offset(10)));
    }

    @Example
    void roundRobinStartsAnywhere() {
        Set<Integer> firsts = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            firsts.add(BalancingPolicy.roundRobin(new Random(seed))
                    .choose(equal(3))
                    .index());
        }

        assertThat(firsts).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Example
    void theLotGivesEachItsShareOfTheWeights() {
        Map<Integer, Integer> counts =
                choose(BalancingPolicy.random(new Random(1)), weighted(List.of(100, 300)), 40_000);

        assertThat(counts.get(1)).isCloseTo(30_000, Offset.offset(600));
    }

    @Example
    void leastConnectionsPrefersTheLeastLoadedForItsWeight() {
        Map<Integer, Long> active = Map.of(0, 4L, 1, 5L);
        BalancingPolicy policy = BalancingPolicy.leastConnections(srun -> active.get(srun.index()), new Random(1));

        assertThat(policy.choose(weighted(List.of(100, 100))).index()).isZero();
        assertThat(policy.choose(weighted(List.of(100, 200))).index()).isOne();
    }

    @Example
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> BalancingPolicy.named("fastest", srun -> 0, new Random(1)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("fastest", "round-robin", "least-connections", "random");
    }

    private static Map<Integer, Integer> choose(BalancingPolicy policy, List<Srun> candidates, int times) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < times; i++) {
            counts.merge(policy.choose(candidates).index(), 1, Integer::sum);
        }
        return counts;
    }

    private static List<Srun> equal(int count) {
        return weighted(IntStream.range(0, count).mapToObj(i -> 100).toList());
    }

    private static List<Srun> weighted(List<Integer> weights) {
        return IntStream.range(0, weights.size())
                .mapToObj(i -> new Srun(
                        i,
                        "s" + i,
                        "127.0.0.1",
                        8080 + i,
                        OptionalInt.empty(),
                        weights.get(i),
                        Optional.empty(),
                        Optional.empty(),
                        false))
                .toList();
    }
}

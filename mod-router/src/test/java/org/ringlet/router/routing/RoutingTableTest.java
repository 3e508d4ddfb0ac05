package org.ringlet.router.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ringlet.cluster.Srun;
import org.ringlet.session.SessionId;

class RoutingTableTest {
    private static final BalancingPolicy FIRST = candidates -> candidates.get(0);

    /**
     * Four sruns, 0 to 3; health is a letter each: U up, n unproven, s suspect, d down. Ids are owner and backup as
     * they begin a session id.
     */
    @ParameterizedTest(name = "health {0}, ids {1}, tried {2}: {3}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
            # health | ids       | tried | route
            UUUU     | -         | -     | new 0
            UUUU     | -         | 0     | new 1
            UUUU     | -         | 0 1 2 | new 3
            UUUU     | -         | 0 1 2 3 | nowhere
            dUUU     | -         | -     | new 1
            nUUU     | -         | -     | new 1
            nsdU     | -         | -     | new 3
            nsdd     | -         | -     | new 0
            nsdd     | -         | 0     | new 1
            nsdd     | -         | 0 1   | new 2
            dddd     | -         | -     | new 0
            dddd     | -         | 0 1 2 | new 3
            UUUU     | acad      | -     | owner 2
            UUUU     | acad      | 2     | stand-in 3 for 2
            UUUU     | acad      | 2 3   | stand-in 0 for 2
            UUUU     | acad      | 2 3 0 | stand-in 1 for 2
            UUUU     | acad      | 2 3 0 1 | nowhere
            UUdU     | acad      | -     | stand-in 3 for 2
            UUsU     | acaa      | -     | stand-in 0 for 2
            UUnU     | acaa      | -     | stand-in 0 for 2
            UUdd     | acad      | -     | stand-in 0 for 2
            dddd     | acad      | -     | owner 2
            dddd     | acad      | 2     | stand-in 3 for 2
            dsnd     | acad      | -     | owner 2
            dnsd     | acad      | -     | stand-in 1 for 2
            UUUU     | acac      | 2     | stand-in 3 for 2
            UUUU     | abad abad | -     | owner 1
            UUUU     | abad acad | -     | owner 1
            UUUU     | zzzz acad | -     | owner 2
            UUUU     | ajac      | -     | stand-in 2 for 9
            UUUU     | ajzz      | -     | stand-in 0 for 9
            UUUU     | ajak      | 0     | stand-in 1 for 9
            UUUU     | zzzz      | -     | stand-in 0 for 1625
            """)
    void followsTheTable(String health, String ids, String tried, String route) {
        assertThat(text(table(health).route(ids(ids), tried(tried), FIRST))).isEqualTo(route);
    }

    @Test
    void treatsAnIdWithoutIndicesAsNone() {
        Route route = table("UUUU").route(List.of(new SessionId("ac")), Set.of(), FIRST);

        assertThat(text(route)).isEqualTo("new 0");
    }

    @Test
    void givesNewSessionsToASpareOnlyWhenNoOtherIsWell() {
        List<Srun> sruns = List.of(srun(0, 100, true), srun(1, 100, false));

        assertThat(text(RoutingTable.of(sruns, Map.of(0, 0, 1, 0)).route(List.of(), Set.of(), FIRST)))
                .isEqualTo("new 1");
        assertThat(text(RoutingTable.of(sruns, Map.of(0, 0, 1, 2)).route(List.of(), Set.of(), FIRST)))
                .isEqualTo("new 0");
        assertThat(text(RoutingTable.of(sruns, Map.of(0, 0, 1, 0)).route(List.of(), Set.of(1), FIRST)))
                .isEqualTo("new 0");
    }

    @Test
    void givesNoNewSessionToAnSrunOfWeightZeroButItsOwn() {
        RoutingTable table = RoutingTable.of(List.of(srun(0, 0, false), srun(1, 100, false)), Map.of(0, 0, 1, 3));

        assertThat(text(table.route(List.of(), Set.of(), FIRST))).isEqualTo("new 1");
        assertThat(text(table.route(List.of(), Set.of(1), FIRST))).isEqualTo("nowhere");
        assertThat(text(table.route(ids("aaab"), Set.of(), FIRST))).isEqualTo("owner 0");
    }

    private static RoutingTable table(String health) {
        List<Srun> sruns = new ArrayList<>();
        Map<Integer, Integer> preferences = new HashMap<>();
        for (int i = 0; i < health.length(); i++) {
            sruns.add(srun(i, 100, false));
            preferences.put(i, "Unsd".indexOf(health.charAt(i)));
        }
        return RoutingTable.of(sruns, preferences);
    }

    private static Srun srun(int index, int weight, boolean spare) {
        return new Srun(
                index,
                "s" + index,
                "127.0.0.1",
                8080 + index,
                OptionalInt.empty(),
                weight,
                Optional.empty(),
                Optional.empty(),
                spare);
    }

    private static List<SessionId> ids(String digits) {
        return digits == null
                ? List.of()
                : Arrays.stream(digits.split(" ", -1))
                        .map(id -> new SessionId(id + "0123456789abcdefghijkl"))
                        .toList();
    }

    private static Set<Integer> tried(String indices) {
        return indices == null
                ? Set.of()
                : Arrays.stream(indices.split(" ", -1)).map(Integer::valueOf).collect(Collectors.toSet());
    }

    private static String text(Route route) {
        if (route instanceof Route.New to) {
            return "new " + to.srun().index();
        }
        if (route instanceof Route.Owner to) {
            return "owner " + to.srun().index();
        }
        if (route instanceof Route.StandIn to) {
            return "stand-in " + to.srun().index() + " for " + to.owner();
        }
        return "nowhere";
    }
}

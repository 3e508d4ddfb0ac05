package org.ringlet.router.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ringlet.cluster.Ring;
import org.ringlet.cluster.Srun;
import org.ringlet.session.SessionId;

/**
 * The declared sruns and how far each is trusted, at one moment. Immutable.
 *
 * <p>An existing session goes to its owner, else to the first in its {@linkplain Placement#preferenceList preference
 * list}; a new one to the srun that the policy chooses, spares last. Either way an srun of a better preference comes
 * first, and only when all of those were tried the next ones: so that even sruns that are marked down are asked before
 * a request is refused.
 */
public final class RoutingTable {
    /** The preference of an srun that is known to be well. */
    private static final int BEST = 0;

    private final Ring ring;
    private final Map<Integer, Integer> preferences;
    private final Map<Integer, Route> owners;
    /** The candidates for new sessions, group by group, in the order in which the groups are asked. */
    private final List<List<Srun>> groups;

    private RoutingTable(List<Srun> sruns, Map<Integer, Integer> preferences) {
        this.ring = Ring.of(sruns);
        this.preferences = Map.copyOf(preferences);
        this.owners = owners(sruns);
        this.groups = groups(sruns, preferences);
    }

    /**
     * @param preferences for each srun, by its index, how gladly it is asked: 0 if it is well, and more if it is not
     */
    public static RoutingTable of(List<Srun> sruns, Map<Integer, Integer> preferences) {
        return new RoutingTable(sruns, preferences);
    }

    /**
     * @param ids the session ids of the request, the most significant one first
     * @param tried the indices of the sruns that failed this request already
     */
    public Route route(List<SessionId> ids, Set<Integer> tried, BalancingPolicy policy) {
        Optional<SessionId> id = decisive(ids);
        return id.isPresent() ? existing(id.get(), tried) : fresh(tried, policy);
    }

    /** The first id whose owner is declared; else the first that names an owner at all, which was removed then. */
    private Optional<SessionId> decisive(List<SessionId> ids) {
        if (ids.isEmpty()) {
            return Optional.empty();
        }
        for (SessionId id : ids) {
            if (preferences.containsKey(id.owner())) {
                return Optional.of(id);
            }
        }
        return ids.stream().filter(id -> id.owner() >= 0).findFirst();
    }

    private Route existing(SessionId id, Set<Integer> tried) {
        int owner = id.owner();
        Route toOwner = owners.get(owner);
        if (toOwner != null && isCandidate(owner, BEST, tried)) {
            return toOwner;
        }
        for (int preference : ranks()) {
            Srun srun = ring.firstLive(owner, id.backup(), index -> isCandidate(index, preference, tried));
            if (srun != null) {
                return srun.index() == owner ? new Route.Owner(srun) : new Route.StandIn(srun, owner);
            }
        }
        return new Route.Nowhere();
    }

    private Route fresh(Set<Integer> tried, BalancingPolicy policy) {
        for (List<Srun> group : groups) {
            List<Srun> left = without(tried, group);
            if (!left.isEmpty()) {
                return new Route.New(policy.choose(left));
            }
        }
        return new Route.Nowhere();
    }

    private boolean isCandidate(int index, int preference, Set<Integer> tried) {
        return preferences.getOrDefault(index, -1) == preference && !tried.contains(index);
    }

    private List<Integer> ranks() {
        return preferences.values().stream().distinct().sorted().toList();
    }

    private static List<Srun> without(Set<Integer> tried, List<Srun> group) {
        return tried.isEmpty()
                ? group
                : group.stream().filter(srun -> !tried.contains(srun.index())).toList();
    }

    private static Map<Integer, Route> owners(List<Srun> sruns) {
        return sruns.stream().collect(Collectors.toUnmodifiableMap(Srun::index, Route.Owner::new));
    }

    private static List<List<Srun>> groups(List<Srun> sruns, Map<Integer, Integer> preferences) {
        List<List<Srun>> groups = new ArrayList<>();
        preferences.values().stream().distinct().sorted().forEach(preference -> {
            groups.add(group(sruns, preferences, preference, false));
            groups.add(group(sruns, preferences, preference, true));
        });
        groups.removeIf(List::isEmpty);
        return List.copyOf(groups);
    }

    private static List<Srun> group(
            List<Srun> sruns, Map<Integer, Integer> preferences, int preference, boolean spare) {
        return sruns.stream()
                .filter(srun -> srun.weight() > 0 && srun.spare() == spare)
                .filter(srun -> preferences.getOrDefault(srun.index(), -1) == preference)
                .toList();
    }
}

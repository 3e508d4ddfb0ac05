package org.ringlet.cluster;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.ringlet.cluster.RouterSettings.AdminSettings;
import org.ringlet.cluster.RouterSettings.HealthSettings;
import org.ringlet.cluster.RouterSettings.ProbeType;
import org.ringlet.cluster.RouterSettings.RouteRule;

/** Makes {@link RouterSettings} of a {@code <router>} element. */
final class RouterReader {
    private static final int MAX_PROBES = 1000;
    private static final Set<String> WILDCARDS = Set.of("", "0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private RouterReader() {}

    /** @param groups those that the sruns have */
    static RouterSettings read(Element router, Set<String> groups) {
        RouterSettings byDefault = RouterSettings.DEFAULT;
        Optional<Element> admin = router.child("admin");
        var settings = new RouterSettings(
                router.optional("host", Grammar.HOST),
                router.optional("port", Grammar.PORT).orElse(byDefault.port()),
                router.optional("balance", Grammar.oneOf(RouterSettings.BALANCES))
                        .orElse(byDefault.balance()),
                router.optional("local-first", Grammar.FLAG).orElse(byDefault.localFirst()),
                router.child("health").map(RouterReader::health).orElse(byDefault.health()),
                admin.map(RouterReader::admin).orElse(byDefault.admin()),
                router.children("route").stream()
                        .flatMap(route -> route(route, groups).stream())
                        .toList());
        router.refuseTheRest();
        if (router.isSound() && admin.map(Element::isSound).orElse(true)) {
            checkPorts(router, admin.orElse(router), settings);
        }
        return settings;
    }

    private static HealthSettings health(Element health) {
        HealthSettings byDefault = HealthSettings.DEFAULT;
        var settings = new HealthSettings(
                health.optional("type", Grammar.oneOf(ProbeType.names()))
                        .map(ProbeType::of)
                        .orElse(byDefault.type()),
                health.optional("path", Grammar.PATH).orElse(byDefault.path()),
                health.optional("interval", Grammar.DURATION).orElse(byDefault.interval()),
                health.optional("rise", Grammar.whole(1, MAX_PROBES)).orElse(byDefault.rise()),
                health.optional("fall", Grammar.whole(1, MAX_PROBES)).orElse(byDefault.fall()),
                health.optional("timeout", Grammar.DURATION).orElse(byDefault.timeout()));
        health.refuseTheRest();
        return settings;
    }

    private static AdminSettings admin(Element admin) {
        AdminSettings byDefault = AdminSettings.DEFAULT;
        var settings = new AdminSettings(
                admin.optional("host", Grammar.HOST).orElse(byDefault.host()),
                admin.optional("port", Grammar.PORT).orElse(byDefault.port()),
                admin.optional("token", Grammar.TOKEN));
        admin.refuseTheRest();
        if (admin.isSound() && settings.token().isEmpty() && !isLoopback(settings.host())) {
            admin.fault(
                    "host",
                    "the admin port is to listen on " + settings.host() + " without a 'token';"
                            + " without one only loopback is allowed: 127.0.0.1, ::1, localhost");
        }
        return settings;
    }

    private static Optional<RouteRule> route(Element route, Set<String> groups) {
        Optional<String> path = route.optional("path", Grammar.PATTERN);
        Optional<String> host = route.optional("host", Grammar.HOST);
        Optional<String> group = route.required("group", Grammar.NAME);
        route.refuseTheRest();
        if (route.isSound() && path.isEmpty() && host.isEmpty()) {
            route.fault("<route> has neither 'path' nor 'host'; at least one is needed");
        }
        group.filter(name -> !groups.contains(name))
                .ifPresent(name -> route.fault(
                        "group",
                        "group '" + name + "' is no srun's" + NearestName.question(name, groups) + "; "
                                + list(groups)));
        return group.map(name -> new RouteRule(path, host, name));
    }

    private static String list(Set<String> groups) {
        return groups.isEmpty() ? "no srun has a group" : "allowed: " + String.join(", ", new TreeSet<>(groups));
    }

    private static void checkPorts(Element router, Element admin, RouterSettings settings) {
        String host = settings.host().orElse("");
        if (settings.port() == settings.admin().port()
                && overlap(host, settings.admin().host())) {
            admin.fault(
                    "port",
                    "port " + settings.port() + " is both the router's and its admin page's"
                            + (admin == router ? " (where no <admin> says otherwise)" : "") + "; each needs its own");
        }
    }

    private static boolean overlap(String host, String other) {
        return WILDCARDS.contains(host) || WILDCARDS.contains(other) || host.equalsIgnoreCase(other);
    }

    private static boolean isLoopback(String host) {
        return host.toLowerCase(Locale.ROOT).equals("localhost")
                || host.matches("127\\.[0-9.]+")
                || host.equals("::1")
                || host.equals("0:0:0:0:0:0:0:1");
    }
}

package org.ringlet.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ringlet.store.ConfigurationException;

/**
 * What is known about which srun this JVM is. {@link #choose} is a pure function of it.
 *
 * @param attribute the {@code srun} attribute of the Manager
 * @param systemProperty {@value #SYSTEM_PROPERTY}
 * @param environment {@value #ENVIRONMENT}
 * @param isThisMachine whether a host, as a cluster file names it, is the machine that this JVM runs on
 * @param ports those of this Tomcat's connectors
 */
public record SrunSelection(
        Optional<String> attribute,
        Optional<String> systemProperty,
        Optional<String> environment,
        Predicate<String> isThisMachine,
        Set<Integer> ports) {
    public static final String SYSTEM_PROPERTY = "ringlet.srun";
    public static final String ENVIRONMENT = "RINGLET_SRUN";

    private static final int SHOWN = 20;
    private static final Pattern TRAILING_NUMBER = Pattern.compile(".*?([0-9]{1,9})");

    public SrunSelection {
        attribute = attribute.filter(text -> !text.isBlank());
        systemProperty = systemProperty.filter(text -> !text.isBlank());
        environment = environment.filter(text -> !text.isBlank());
        ports = Set.copyOf(ports);
    }

    /** What this process knows; hosts that are names are looked up. */
    public static SrunSelection ofProcess(Optional<String> attribute, Set<Integer> ports) {
        return new SrunSelection(
                attribute,
                Optional.ofNullable(System.getProperty(SYSTEM_PROPERTY)),
                Optional.ofNullable(System.getenv(ENVIRONMENT)),
                new ThisMachine(),
                ports);
    }

    /**
     * The srun that this JVM is: the one that the attribute names, else the system property, else the environment; else
     * the only one whose host is this machine and whose HTTP port is one of this Tomcat's. A name is an id, or text that
     * ends in the index.
     *
     * @throws ConfigurationException if none or several are; it says what was tried
     */
    public Srun choose(Cluster cluster) {
        if (attribute.isPresent()) {
            return named(cluster, attribute.get(), "the attribute srun");
        }
        if (systemProperty.isPresent()) {
            return named(cluster, systemProperty.get(), "the system property " + SYSTEM_PROPERTY);
        }
        if (environment.isPresent()) {
            return named(cluster, environment.get(), "the environment variable " + ENVIRONMENT);
        }
        return addressed(cluster);
    }

    private static Srun named(Cluster cluster, String name, String source) {
        return cluster.srun(name)
                .or(() -> trailingNumber(name).flatMap(cluster::srun))
                .orElseThrow(() -> new ConfigurationException("'" + Shown.of(name) + "', from " + source
                        + ", is no srun of the cluster " + cluster.name()
                        + ": it is no id, and does not end in an index"
                        + NearestName.question(
                                name, cluster.sruns().stream().map(Srun::id).toList())
                        + "; declared are " + list(cluster.sruns())));
    }

    private static Optional<Integer> trailingNumber(String name) {
        Matcher number = TRAILING_NUMBER.matcher(name);
        return number.matches() ? Optional.of(Integer.valueOf(number.group(1))) : Optional.empty();
    }

    private Srun addressed(Cluster cluster) {
        List<Srun> here = cluster.sruns().stream()
                .filter(srun -> ports.contains(srun.httpPort()))
                .filter(srun -> isThisMachine.test(srun.host()))
                .toList();
        if (here.size() == 1) {
            return here.get(0);
        }
        throw new ConfigurationException("which srun of the cluster " + cluster.name() + " this is, is not said by the"
                + " attribute srun, the system property " + SYSTEM_PROPERTY + " or the environment variable "
                + ENVIRONMENT + ", and " + (here.isEmpty() ? "none has" : "several have")
                + " an address of this machine and one of this Tomcat's ports " + new TreeSet<>(ports) + ": "
                + list(here.isEmpty() ? cluster.sruns() : here) + "; set one of the three to the id of the srun");
    }

    private static String list(List<Srun> sruns) {
        List<String> shown = new ArrayList<>();
        sruns.stream().limit(SHOWN).map(Srun::toString).forEach(shown::add);
        if (sruns.size() > SHOWN) {
            shown.add((sruns.size() - SHOWN) + " more");
        }
        return shown.stream().collect(Collectors.joining(", "));
    }
}

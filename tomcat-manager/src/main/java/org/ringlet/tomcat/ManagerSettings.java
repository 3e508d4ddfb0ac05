package org.ringlet.tomcat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.Durations;
import org.ringlet.cluster.NearestName;
import org.ringlet.cluster.Sizes;
import org.ringlet.seal.Seal;
import org.ringlet.store.ConfigurationException;

/**
 * What the attributes of {@code <Manager>} say, but for those of Tomcat's own. Valid once it exists.
 *
 * @param reloadInterval how old a copy in memory may be before the store is asked, with {@link LoadPolicy#CACHE_FIRST}
 * @param accessUpdateInterval how often a mere access is stored; empty: a quarter of the timeout, at most 5 minutes
 * @param secret what bodies are sealed with; empty: the cluster file's
 * @param ignore requests whose path matches don't save before they are answered
 * @param saveTimeout how long the store may take
 * @param storeOptions options of the store, without its name and dot
 */
record ManagerSettings(
        String store,
        Optional<Path> clusterFile,
        Optional<String> srun,
        LoadPolicy loadPolicy,
        Duration reloadInterval,
        SaveMode saveMode,
        DirtyCheck dirtyCheck,
        Optional<Duration> accessUpdateInterval,
        SerializerKind serializer,
        Frames frames,
        String allowedClasses,
        String deniedClasses,
        Optional<String> secret,
        List<String> previousSecrets,
        boolean unsealed,
        long maxSessionSize,
        Pattern ignore,
        StoreDown storeDown,
        Duration saveTimeout,
        Map<String, String> storeOptions) {

    /** Names of the attributes, as they are in XML. */
    static final List<String> NAMES = List.of(
            "store",
            "clusterFile",
            "srun",
            "loadPolicy",
            "reloadInterval",
            "saveMode",
            "dirtyCheck",
            "accessUpdateInterval",
            "serializer",
            "frames",
            "allowedClasses",
            "deniedClasses",
            "secret",
            "previousSecrets",
            "unsealed",
            "maxSessionSize",
            "ignore",
            "storeDown",
            "saveTimeout");

    private static final long LONGEST_ACCESS_UPDATE = Duration.ofMinutes(5).toMillis();
    private static final String STATIC_RESOURCES =
            "(?i).*\\.(css|js|mjs|map|png|jpe?g|gif|svg|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp3|mp4|webm|pdf|txt)";

    ManagerSettings {
        Objects.requireNonNull(store, "store");
        previousSecrets = List.copyOf(previousSecrets);
        storeOptions = Map.copyOf(storeOptions);
    }

    /**
     * Reads the attributes of {@code <Manager>} that are not Tomcat's.
     *
     * @param optionsOf the option names of a store by its name; null if there is no such store
     * @throws ConfigurationException if an attribute is unknown or ill-formed
     */
    static ManagerSettings parse(
            Map<String, String> attributes, Function<String, @Nullable Set<String>> optionsOf, Set<String> tomcats) {
        Attributes given = new Attributes(attributes);
        String store = given.text("store").orElse("file");
        Map<String, String> options = storeOptions(attributes, store, optionsOf, tomcats);
        return new ManagerSettings(
                store,
                given.text("clusterFile").map(Path::of),
                given.text("srun"),
                given.choice("loadPolicy", LoadPolicy.class, LoadPolicy.CACHE_FIRST),
                given.duration("reloadInterval").orElse(Duration.ofSeconds(5)),
                given.choice("saveMode", SaveMode.class, SaveMode.BEFORE_HEADERS),
                given.choice("dirtyCheck", DirtyCheck.class, DirtyCheck.READ),
                given.duration("accessUpdateInterval"),
                given.choice("serializer", SerializerKind.class, SerializerKind.KRYO),
                given.choice("frames", Frames.class, Frames.ATTRIBUTE),
                given.text("allowedClasses").orElse(""),
                given.text("deniedClasses").orElse(""),
                given.secret("secret"),
                given.secrets("previousSecrets"),
                given.flag("unsealed", false),
                given.size("maxSessionSize").orElse(4L << 20),
                given.pattern("ignore", STATIC_RESOURCES),
                given.choice("storeDown", StoreDown.class, StoreDown.LOCAL),
                given.duration("saveTimeout").orElse(Duration.ofSeconds(5)),
                options);
    }

    private static Map<String, String> storeOptions(
            Map<String, String> attributes,
            String store,
            Function<String, @Nullable Set<String>> optionsOf,
            Set<String> tomcats) {
        Set<String> options = optionsOf.apply(store);
        if (options == null) {
            throw new ConfigurationException("store=\"" + store + "\": there is no such store on the class path");
        }
        List<String> known = new ArrayList<>(NAMES);
        options.forEach(option -> known.add(store + "." + option));
        Map<String, String> found = new HashMap<>();
        attributes.forEach((name, value) -> {
            if (!known.contains(name)) {
                List<String> all = new ArrayList<>(known);
                all.addAll(tomcats);
                throw new ConfigurationException("unknown attribute " + name + "=\"" + value + "\" of <Manager>"
                        + NearestName.question(name, all) + "; allowed are " + String.join(", ", known)
                        + " and those of Tomcat's ManagerBase");
            }
            if (name.startsWith(store + ".")) {
                found.put(name.substring(store.length() + 1), value);
            }
        });
        return found;
    }

    /** How many milliseconds after another a mere access is stored, of a session with a timeout in seconds; 0: none. */
    long accessUpdateMillis(int timeout) {
        if (accessUpdateInterval.isPresent()) {
            return accessUpdateInterval.get().toMillis();
        }
        return timeout <= 0 ? LONGEST_ACCESS_UPDATE : Math.min(LONGEST_ACCESS_UPDATE, timeout * 1000L / 4);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "store=" + store + " " + storeOptions + " loadPolicy=" + loadPolicy + " reloadInterval="
                + reloadInterval + " saveMode=" + saveMode + " dirtyCheck=" + dirtyCheck + " serializer=" + serializer
                + " maxSessionSize=" + maxSessionSize + " storeDown=" + storeDown + " saveTimeout=" + saveTimeout;
    }

    /** Reads values and says of a bad one which attribute it is of. */
    private record Attributes(Map<String, String> given) {
        Optional<String> text(String name) {
            return Optional.ofNullable(given.get(name)).filter(value -> !value.isBlank());
        }

        Optional<Duration> duration(String name) {
            return read(name, Durations::parse);
        }

        Optional<Long> size(String name) {
            return read(name, Sizes::parse);
        }

        private <T> Optional<T> read(String name, Function<String, T> parser) {
            return text(name).map(value -> {
                try {
                    return parser.apply(value);
                } catch (IllegalArgumentException e) {
                    throw new ConfigurationException(name + "=\"" + value + "\": " + e.getMessage(), e);
                }
            });
        }

        List<String> list(String name) {
            return text(name).stream()
                    .flatMap(value -> Arrays.stream(value.split("[,\\s]+")))
                    .filter(part -> !part.isEmpty())
                    .toList();
        }

        Optional<String> secret(String name) {
            return text(name).map(value -> checkedSecret(name, value));
        }

        List<String> secrets(String name) {
            return list(name).stream().map(value -> checkedSecret(name, value)).toList();
        }

        private static String checkedSecret(String name, String value) {
            if (value.length() < Seal.MIN_SECRET_LENGTH) {
                throw new ConfigurationException(name + " has " + value.length() + " characters; at least "
                        + Seal.MIN_SECRET_LENGTH + " are needed");
            }
            return value;
        }

        boolean flag(String name, boolean otherwise) {
            return text(name)
                    .map(value -> switch (value) {
                        case "true" -> true;
                        case "false" -> false;
                        default ->
                            throw new ConfigurationException(name + "=\"" + value + "\": allowed are true and false");
                    })
                    .orElse(otherwise);
        }

        Pattern pattern(String name, String otherwise) {
            String value = given.getOrDefault(name, otherwise);
            try {
                return Pattern.compile(value);
            } catch (PatternSyntaxException e) {
                throw new ConfigurationException(
                        name + "=\"" + value + "\": not a regular expression: " + e.getDescription(), e);
            }
        }

        <E extends Enum<E>> E choice(String name, Class<E> type, E otherwise) {
            Optional<String> value = text(name);
            if (value.isEmpty()) {
                return otherwise;
            }
            List<String> allowed = new ArrayList<>();
            for (E constant : type.getEnumConstants()) {
                String inXml = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
                if (inXml.equals(value.get())) {
                    return constant;
                }
                allowed.add(inXml);
            }
            throw new ConfigurationException(
                    name + "=\"" + value.get() + "\": allowed are " + String.join(", ", allowed));
        }
    }
}

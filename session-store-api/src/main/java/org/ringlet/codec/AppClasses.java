package org.ringlet.codec;

import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The classes that an application may have in its attributes: named by its class loader and passed by the filter, each
 * looked up once.
 */
final class AppClasses {
    private static final Map<String, Class<?>> PRIMITIVES = Stream.of(
                    boolean.class,
                    byte.class,
                    char.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    void.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, Function.identity()));

    private final ClassLoader loader;
    private final ClassFilter filter;
    private final boolean serializableOnly;
    private final Map<String, Class<?>> byName = new ConcurrentHashMap<>();
    /** Of classes that exist only, since there is no end to the names that don't. */
    private final Set<String> passed = ConcurrentHashMap.newKeySet();

    AppClasses(CodecSettings settings) {
        this.loader = settings.loader();
        this.filter = settings.filter();
        this.serializableOnly = settings.serializableOnly();
    }

    ClassLoader loader() {
        return loader;
    }

    boolean serializableOnly() {
        return serializableOnly;
    }

    /**
     * The class of a name as {@link Class#getName} gives it. It is neither initialised, nor even loaded if the filter
     * refuses it.
     */
    Class<?> named(String name) throws ClassNotFoundException {
        Class<?> known = byName.get(name);
        if (known != null) {
            return known;
        }
        Optional<String> refusal = refusal(name);
        if (refusal.isPresent()) {
            throw new ClassRefused(refusal.get());
        }
        Class<?> primitive = PRIMITIVES.get(name);
        Class<?> found = primitive != null ? primitive : Class.forName(name, false, loader);
        byName.put(name, found);
        return found;
    }

    /** Why a class may not be stored or brought back; empty if it may. Of an array the element type is asked about. */
    Optional<String> refusal(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (Proxy.isProxyClass(element)) {
            return refusalOfProxy(element.getInterfaces());
        }
        Optional<String> refusal = refusal(element.getName());
        if (refusal.isEmpty()) {
            passed.add(element.getName());
        }
        return refusal;
    }

    /** Why the class of such a name would be refused. */
    Optional<String> refusal(String name) {
        String element = elementName(name);
        if (element == null || PRIMITIVES.containsKey(element) || passed.contains(element)) {
            return Optional.empty();
        }
        return filter.refusal(element);
    }

    /** A proxy class has a generated name; what it is stands in its interfaces. */
    private Optional<String> refusalOfProxy(Class<?>... interfaces) {
        return Stream.of(interfaces)
                .map(this::refusal)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Whether the filter that the operator set for the whole JVM ({@code jdk.serialFilter}) refuses a class. Java
     * serialisation asks it by itself.
     */
    static boolean isRefusedByJvm(Class<?> type) {
        ObjectInputFilter filter = ObjectInputFilter.Config.getSerialFilter();
        return filter != null && filter.checkInput(new ClassQuestion(type)) == ObjectInputFilter.Status.REJECTED;
    }

    /** Null if it is an array of a primitive. */
    private static @Nullable String elementName(String name) {
        int dimensions = 0;
        while (dimensions < name.length() && name.charAt(dimensions) == '[') {
            dimensions++;
        }
        if (dimensions == 0) {
            return name;
        }
        boolean ofObjects = name.startsWith("L", dimensions) && name.endsWith(";");
        return ofObjects ? name.substring(dimensions + 1, name.length() - 1) : null;
    }

    /** What a filter is asked about a class that is not met in a Java stream. */
    private record ClassQuestion(Class<?> serialClass) implements ObjectInputFilter.FilterInfo {
        @Override
        public long arrayLength() {
            return -1;
        }

        @Override
        public long depth() {
            return 1;
        }

        @Override
        public long references() {
            return 1;
        }

        @Override
        public long streamBytes() {
            return 0;
        }
    }
}

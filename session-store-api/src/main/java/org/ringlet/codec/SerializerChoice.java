package org.ringlet.codec;

import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.objenesis.ObjenesisException;
import org.objenesis.instantiator.sun.SunReflectionFactoryInstantiator;
import org.objenesis.instantiator.sun.SunReflectionFactorySerializationInstantiator;

/**
 * Decides, once a class, how its objects stand in a Kryo frame: enums by name, arrays by element, records by their
 * components, plain classes by their fields, and whatever has more to it than its fields in Java's own form.
 *
 * <p>A serialisable object begins its new life as Java serialisation has it: no constructor of its own runs, but that of
 * its first superclass that is not serialisable does, whose fields are not stored. An object that is not serialisable
 * has no such rules: all its fields are stored, and its no-argument constructor runs if it has one, so that what is
 * transient gets a value.
 */
final class SerializerChoice {
    private final AppClasses classes;
    private final Map<Class<?>, GraphSerializer<?>> chosen = new ConcurrentHashMap<>();

    SerializerChoice(AppClasses classes) {
        this.classes = classes;
    }

    GraphSerializer<?> of(Class<?> type) {
        GraphSerializer<?> known = chosen.get(type);
        if (known == null) {
            known = choose(type);
            chosen.put(type, known);
        }
        return known;
    }

    private GraphSerializer<?> choose(Class<?> type) {
        refuseIf(classes.refusal(type));
        if (AppClasses.isRefusedByJvm(type)) {
            throw new ClassRefused(type + " is refused by the filter of the whole JVM");
        }
        if (type.isEnum()) {
            return new EnumSerializer(type);
        }
        if (type.isArray()) {
            return new ArraySerializer(type.getComponentType());
        }
        return Serializable.class.isAssignableFrom(type) ? serializable(type) : notSerializable(type);
    }

    private GraphSerializer<?> serializable(Class<?> type) {
        if (isOfPlatform(type) || JavaHooks.isOn(type)) {
            return new JavaPartSerializer();
        }
        List<Class<?>> hierarchy = hierarchy(type, Serializable.class::isAssignableFrom);
        if (hierarchy.stream().anyMatch(declaring -> isOfPlatform(declaring) && hasState(declaring))) {
            return new JavaPartSerializer();
        }
        hierarchy.forEach(declaring -> refuseIf(classes.refusal(declaring)));
        try {
            return type.isRecord()
                    ? RecordSerializer.of(type)
                    : new FieldsSerializer(
                            Layout.of(type, hierarchy),
                            new SunReflectionFactorySerializationInstantiator<>(type)::newInstance);
        } catch (InaccessibleObjectException | ObjenesisException e) {
            return new JavaPartSerializer();
        }
    }

    private GraphSerializer<?> notSerializable(Class<?> type) {
        if (classes.serializableOnly()) {
            throw new ClassRefused(type + " is not Serializable, as a <distributable/> application asks for");
        }
        List<Class<?>> hierarchy = hierarchy(type, declaring -> declaring != Object.class);
        Optional<Class<?>> closed = hierarchy.stream()
                .filter(declaring -> isOfPlatform(declaring) && hasState(declaring))
                .findFirst();
        if (closed.isPresent() || isOfPlatform(type) || type.isHidden()) {
            throw new ClassRefused(type + " is not Serializable, and what it holds is out of reach");
        }
        hierarchy.forEach(declaring -> refuseIf(classes.refusal(declaring)));
        try {
            return type.isRecord()
                    ? RecordSerializer.of(type)
                    : new FieldsSerializer(Layout.of(type, hierarchy), blank(type));
        } catch (InaccessibleObjectException e) {
            throw new ClassRefused(type + " is not Serializable, and its module is closed");
        }
    }

    private static Supplier<?> blank(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return () -> construct(constructor);
        } catch (NoSuchMethodException e) {
            return new SunReflectionFactoryInstantiator<>(type)::newInstance;
        }
    }

    private static Object construct(Constructor<?> constructor) {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw new UnreadableAttributeException(
                    "the constructor of " + constructor.getDeclaringClass() + " fails: " + e.getCause(), e);
        } catch (InstantiationException | IllegalAccessException e) {
            throw new UnreadableAttributeException(
                    "no object of " + constructor.getDeclaringClass() + " can be made", e);
        }
    }

    /** The classes from the top down to this one whose fields are stored. */
    private static List<Class<?>> hierarchy(Class<?> type, Predicate<Class<?>> stored) {
        List<Class<?>> hierarchy = new ArrayList<>();
        for (Class<?> c = type; c != null && c != Record.class && stored.test(c); c = c.getSuperclass()) {
            hierarchy.add(c);
        }
        Collections.reverse(hierarchy);
        return hierarchy;
    }

    /** A class of the JDK: what it keeps in its fields is its own affair, and closed to reflection. */
    private static boolean isOfPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private static boolean hasState(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields()).anyMatch(Layout::isStored);
    }

    private static void refuseIf(Optional<String> refusal) {
        if (refusal.isPresent()) {
            throw new ClassRefused(refusal.get());
        }
    }
}

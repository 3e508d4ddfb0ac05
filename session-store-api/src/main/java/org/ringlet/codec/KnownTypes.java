package org.ringlet.codec;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The JDK's classes that are written without Java serialisation, each with the number that names it in a frame. The
 * numbers and formats are in what is stored: a number is never given to another class, and nothing here changes but by
 * addition or with a new format version. All other classes of the JDK are left to Java serialisation, because what
 * their fields mean is theirs to know.
 */
final class KnownTypes {
    static final ValueSerializer<String> TEXT = ValueSerializer.of((text, out) -> Text.write(out, text), Text::read);

    /** Objects that need no identity, because they are values or because there is one only. */
    static final Set<Class<?>> WITHOUT_IDENTITY = Set.of(
            Duration.class,
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            MonthDay.class,
            OffsetDateTime.class,
            OffsetTime.class,
            Period.class,
            Year.class,
            YearMonth.class,
            ZoneId.class,
            ZoneId.of("Europe/Paris").getClass(),
            ZoneOffset.class,
            ZonedDateTime.class,
            Class.class,
            Collections.emptyList().getClass(),
            Collections.emptySet().getClass(),
            Collections.emptyMap().getClass(),
            String.CASE_INSENSITIVE_ORDER.getClass(),
            Collections.reverseOrder().getClass());

    /** Classes that are one and the same to an application, and the one of them that stands in the frame. */
    private static final Map<Class<?>, Class<?>> ALIASES = Map.of(
            List.of().getClass(), List.class,
            List.of(1).getClass(), List.class,
            Set.of().getClass(), Set.class,
            Set.of(1).getClass(), Set.class,
            Map.of().getClass(), Map.class,
            Map.of(1, 1).getClass(), Map.class,
            ZoneId.of("Europe/Paris").getClass(), ZoneId.class);

    static final List<KnownType> ALL =
            Stream.concat(KnownValues.all(), KnownContainers.all()).toList();

    private KnownTypes() {}

    /** Makes these types known to a Kryo, those that are refused here with their refusal. */
    static void register(Graph graph, AppClasses classes) {
        graph.register(JavaPart.class, new JavaPartSerializer(), 9);
        for (KnownType known : ALL) {
            Optional<String> refusal = classes.refusal(known.type());
            if (refusal.isEmpty() && classes.serializableOnly() && !hasJavaForm(known.type())) {
                refusal = Optional.of(known.type().getName() + " is not Serializable");
            }
            graph.register(
                    known.type(),
                    refusal.isEmpty() ? known.serializer() : new RefusedSerializer(refusal.get()),
                    known.number());
        }
    }

    /** The class that stands in a frame for this one. */
    static Class<?> writtenAs(Class<?> type) {
        if (Enum.class.isAssignableFrom(type) && type != Enum.class && !type.isEnum()) {
            return type.getSuperclass();
        }
        if (EnumSet.class.isAssignableFrom(type)) {
            return EnumSet.class;
        }
        return ALIASES.getOrDefault(type, type);
    }

    /** How large a table Java serialisation gives a map, so that it is iterated in the same order. */
    static int tableFor(int entries) {
        return Math.max(16, (int) (entries / LinkedMapSerializer.LOAD_FACTOR + 1));
    }

    /** As {@link #tableFor}; sets do it a little differently. */
    static int tableForSet(int elements) {
        return (int) (elements / LinkedMapSerializer.LOAD_FACTOR);
    }

    private static boolean hasJavaForm(Class<?> type) {
        return type.isPrimitive() || type.isInterface() || Serializable.class.isAssignableFrom(type);
    }
}

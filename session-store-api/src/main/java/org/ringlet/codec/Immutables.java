package org.ringlet.codec;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
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
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which values can't change in place. */
final class Immutables {
    /** By exact class: {@link BigDecimal} and {@link BigInteger} can be extended by something that changes. */
    private static final Set<Class<?>> VALUES = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class,
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
            ZonedDateTime.class,
            Class.class,
            Currency.class,
            Locale.class,
            URI.class,
            UUID.class);

    private final Map<Class<?>, Field[]> components = new ConcurrentHashMap<>();

    /** Whether it is a value, or a record or an unmodifiable collection of the JDK of nothing but such. */
    boolean isImmutable(@Nullable Object object) {
        if (object == null || isValue(object)) {
            return true;
        }
        if (object instanceof Record) {
            return Arrays.stream(components.computeIfAbsent(object.getClass(), Immutables::fieldsOf))
                    .allMatch(component -> isImmutable(valueOf(component, object)));
        }
        Class<?> type = KnownTypes.writtenAs(object.getClass());
        if (type == List.class || type == Set.class) {
            return ((Collection<?>) object).stream().allMatch(this::isImmutable);
        }
        return type == Map.class
                && ((Map<?, ?>) object)
                        .entrySet().stream()
                                .allMatch(entry -> isImmutable(entry.getKey()) && isImmutable(entry.getValue()));
    }

    /**
     * Whether it is a plain value. So are enum constants, whatever they hold: only their name is stored. Records are
     * not, as their components may change.
     */
    static boolean isValue(Object object) {
        return VALUES.contains(object.getClass()) || object instanceof Enum<?> || object instanceof ZoneId;
    }

    private static Field[] fieldsOf(Class<?> type) {
        Field[] fields =
                Arrays.stream(type.getDeclaredFields()).filter(Layout::isStored).toArray(Field[]::new);
        AccessibleObject.setAccessible(fields, true);
        return fields;
    }

    private static @Nullable Object valueOf(Field component, Object object) {
        try {
            return component.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}

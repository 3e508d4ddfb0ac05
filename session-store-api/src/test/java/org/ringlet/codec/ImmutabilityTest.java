package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which values need no look for a change in place. */
@SuppressWarnings({"JavaUtilDate", "UnnecessaryStringBuilder"})
class ImmutabilityTest {
    private static final AttributeCodec CODEC =
            AttributeCodec.kryo(CodecSettings.of(ImmutabilityTest.class.getClassLoader()));

    record Point(int x, String label) {}

    record Box(Object content) {}

    static final class Cents extends BigDecimal {
        int changing;

        Cents() {
            super("1");
        }
    }

    static Stream<Object> immutable() {
        return Stream.of(
                "text",
                1,
                2L,
                'c',
                true,
                new BigDecimal("1.5"),
                Instant.EPOCH,
                ZoneId.of("Europe/Paris"),
                DayOfWeek.MONDAY,
                ApplicationSamples.Level.HIGH,
                UUID.randomUUID(),
                Locale.ROOT,
                URI.create("a:b"),
                String.class,
                new Point(1, "p"),
                new Box(new Point(1, null)),
                List.of("a", 1),
                List.of(),
                Map.of("k", List.of(new Point(1, "x"))));
    }

    static Stream<Object> mutable() {
        return Stream.of(
                new Date(),
                new int[0],
                new AtomicInteger(),
                new StringBuilder("x"),
                new ArrayList<>(),
                new Cents(),
                new Box(new ArrayList<>()),
                new Box(new Box(new Date())),
                List.of(new Date()),
                Map.of("k", new ArrayList<>()),
                Collections.unmodifiableList(new ArrayList<>()),
                new Object());
    }

    @ParameterizedTest
    @MethodSource("immutable")
    void cantChange(Object value) {
        assertThat(CODEC.isImmutable(value)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("mutable")
    void mayChange(Object value) {
        assertThat(CODEC.isImmutable(value)).isFalse();
    }
}

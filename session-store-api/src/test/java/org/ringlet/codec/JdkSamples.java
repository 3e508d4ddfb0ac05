package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.sql.Timestamp;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
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
import java.time.chrono.JapaneseDate;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDK's plain values. */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete", "SimpleDateFormat"})
final class JdkSamples {
    private JdkSamples() {}

    static Stream<Sample> all() {
        return Stream.of(numbers(), texts(), times(), holders(), others()).flatMap(s -> s);
    }

    private static <T> Sample equal(String name, Supplier<T> value) {
        return Sample.of(name, value, (a, b) -> assertThat(b).isEqualTo(a).hasSameClassAs(a));
    }

    private static Stream<Sample> numbers() {
        return Stream.of(
                equal("int", () -> Integer.MIN_VALUE),
                equal("long", () -> Long.MAX_VALUE),
                equal("short", () -> Short.MIN_VALUE),
                equal("byte", () -> (byte) -1),
                equal("char", () -> '\uFFFF'),
                equal("boolean", () -> true),
                equal("float NaN", () -> Float.NaN),
                equal("double -0.0", () -> -0.0),
                equal("double NaN", () -> Double.NaN),
                Sample.of("BigDecimal keeps its scale", () -> new BigDecimal("1.500"), (a, b) -> assertThat(b)
                        .hasToString("1.500")),
                equal("BigDecimal of negative scale", () -> new BigDecimal("12E+40")),
                equal("BigInteger", () -> BigInteger.TEN.pow(100).negate()));
    }

    private static Stream<Sample> texts() {
        return Stream.of(
                equal("String empty", () -> ""),
                equal("String ASCII", () -> "a session attribute"),
                equal("String Latin-1", () -> "Gr\u00FC\u00DFe"),
                equal("String with emoji", () -> "\u65E5\u672C\u8A9E \uD83D\uDE00 text"),
                equal("String with half a surrogate pair", () -> "broken \uD83D here"),
                equal("String of zeros", () -> "\0\0\0"),
                equal("String long", () -> "0123456789".repeat(10_000)),
                Sample.of("StringBuilder", () -> new StringBuilder("abc"), (a, b) -> assertThat(b.append("d"))
                                .hasToString("abcd"))
                        .looseBytes(),
                Sample.of("StringBuffer", () -> new StringBuffer("abc"), (a, b) -> assertThat(b)
                                .hasToString("abc"))
                        .looseBytes(),
                equal("UUID", () -> new UUID(-1, 42)),
                equal("Locale", () -> Locale.CANADA_FRENCH),
                Sample.of(
                        "Locale with extensions",
                        () -> Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai-x-priv"),
                        (a, b) -> assertThat(b.getUnicodeLocaleType("nu")).isEqualTo("thai")),
                equal("Locale with script", () -> Locale.forLanguageTag("zh-Hant-TW")),
                equal("Locale of old", () -> new Locale("no", "NO", "NY")),
                equal("Locale with a variant that no tag can say", () -> new Locale("en", "US", "a_b!c")),
                equal("Currency", () -> Currency.getInstance("CHF")),
                equal("URI", () -> URI.create("https://shop.example/a%20b?c=d#e")),
                equal("URI opaque", () -> URI.create("mailto:a@b.example")),
                Sample.of("Pattern", () -> Pattern.compile("a.b", Pattern.DOTALL), (a, b) -> assertThat(
                                b.matcher("a\nb").matches())
                        .isTrue()));
    }

    private static Stream<Sample> times() {
        ZoneId paris = ZoneId.of("Europe/Paris");
        LocalDateTime twice = LocalDateTime.of(2026, 10, 25, 2, 30);
        return Stream.of(
                equal("Date", () -> new Date(-1)),
                Sample.of(
                        "Timestamp with nanoseconds",
                        () -> Timestamp.valueOf("2026-01-02 03:04:05.123456789"),
                        (a, b) -> assertThat(b.getNanos()).isEqualTo(123456789)),
                equal("Timestamp before 1970", () -> {
                    Timestamp timestamp = new Timestamp(-1500);
                    timestamp.setNanos(123_456_789);
                    return timestamp;
                }),
                equal("java.sql.Date", () -> new java.sql.Date(1_700_000_000_000L)),
                equal("java.sql.Time", () -> new java.sql.Time(3_600_001)),
                equal("Instant", () -> Instant.parse("2026-01-02T03:04:05.123456789Z")),
                equal("Instant far away", () -> Instant.MIN),
                equal("Duration negative", () -> Duration.ofNanos(-1)),
                equal("LocalDate", () -> LocalDate.MIN),
                equal("LocalTime", () -> LocalTime.MAX),
                equal("LocalDateTime", () -> LocalDateTime.MAX),
                equal("OffsetDateTime", () -> OffsetDateTime.of(twice, ZoneOffset.ofHoursMinutesSeconds(1, 2, 3))),
                equal("OffsetTime", () -> OffsetTime.MIN),
                equal("ZonedDateTime", () -> ZonedDateTime.of(twice.plusDays(1), paris)),
                Sample.of(
                        "ZonedDateTime in the hour that is there twice",
                        () -> ZonedDateTime.of(twice, paris).withLaterOffsetAtOverlap(),
                        (a, b) -> assertThat(b.toInstant()).isEqualTo(a.toInstant())),
                equal("ZonedDateTime of an offset", () -> ZonedDateTime.of(twice, ZoneOffset.ofHours(-3))),
                equal("ZoneId", () -> paris),
                equal("ZoneId of an offset", () -> ZoneId.of("UTC+01:00")),
                equal("ZoneOffset", () -> ZoneOffset.ofHours(-18)),
                equal("Year", () -> Year.of(-44)),
                equal("YearMonth", () -> YearMonth.of(123_456, 7)),
                equal("MonthDay", () -> MonthDay.of(2, 29)),
                equal("Period", () -> Period.of(-1, 2, -3)),
                equal("JapaneseDate", () -> JapaneseDate.of(2026, 1, 2)),
                equal("GregorianCalendar", () -> new GregorianCalendar(2026, 1, 2)),
                equal("TimeZone", () -> TimeZone.getTimeZone("America/New_York")),
                Sample.of(
                        "SimpleDateFormat",
                        () -> new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT),
                        (a, b) -> assertThat(b.format(new Date(0))).isEqualTo(a.format(new Date(0)))));
    }

    private static Stream<Sample> holders() {
        return Stream.of(
                Sample.of("AtomicInteger", () -> new AtomicInteger(-7), (a, b) -> assertThat(b.incrementAndGet())
                        .isEqualTo(-6)),
                Sample.of("AtomicLong", () -> new AtomicLong(1L << 40), (a, b) -> assertThat(b.get())
                        .isEqualTo(1L << 40)),
                Sample.of("AtomicBoolean", () -> new AtomicBoolean(true), (a, b) -> assertThat(b)
                        .isTrue()),
                Sample.of("AtomicReference", () -> new AtomicReference<>("x"), (a, b) -> assertThat(b.get())
                        .isEqualTo("x")),
                Sample.of(
                        "AtomicReference to itself",
                        () -> {
                            AtomicReference<Object> reference = new AtomicReference<>();
                            reference.set(reference);
                            return reference;
                        },
                        (a, b) -> assertThat(b.get()).isSameAs(b)),
                equal("Optional", () -> Optional.of("x")).notSerializable(),
                equal("Optional empty", Optional::empty).notSerializable(),
                equal("OptionalInt", () -> OptionalInt.of(-1)).notSerializable(),
                equal("OptionalLong", () -> OptionalLong.of(1L << 40)).notSerializable(),
                equal("OptionalDouble", OptionalDouble::empty).notSerializable());
    }

    private static Stream<Sample> others() {
        return Stream.of(
                Sample.of("enum", () -> TimeUnit.DAYS, (a, b) -> assertThat(b).isSameAs(a)),
                Sample.of("enum of another package", () -> DayOfWeek.FRIDAY, (a, b) -> assertThat(b)
                        .isSameAs(a)),
                Sample.of("Class", () -> String.class, (a, b) -> assertThat(b).isSameAs(a)),
                Sample.of("Class of an array", () -> int[][].class, (a, b) -> assertThat(b)
                        .isSameAs(a)),
                Sample.of("Class of a primitive", () -> int.class, (a, b) -> assertThat(b)
                        .isSameAs(a)),
                Sample.of(
                        "Class void", () -> void.class, (a, b) -> assertThat(b).isSameAs(a)),
                equal("BitSet", () -> BitSet.valueOf(new long[] {5, 1L << 63})),
                equal("File", () -> new File("a/b")),
                equal("InetAddress", InetAddress::getLoopbackAddress),
                Sample.of(
                        "Throwable with its stack",
                        () -> {
                            Exception thrown = new IllegalStateException("outer", new RuntimeException("inner"));
                            thrown.addSuppressed(new Error("beside"));
                            return thrown;
                        },
                        (a, b) -> {
                            assertThat(b.getStackTrace()).isEqualTo(a.getStackTrace());
                            assertThat(b.getCause()).hasMessage("inner");
                            assertThat(b.getSuppressed()).hasSize(1);
                        }));
    }
}

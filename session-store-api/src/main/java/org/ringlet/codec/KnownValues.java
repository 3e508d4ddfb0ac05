package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.sql.Timestamp;
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
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The {@link KnownTypes} that are plain values and arrays. */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete"})
final class KnownValues {
    private KnownValues() {}

    static Stream<KnownType> all() {
        return Stream.of(primitives(), arrays(), numbers(), times(), texts()).flatMap(List::stream);
    }

    private static List<KnownType> primitives() {
        return List.of(
                new KnownType(
                        0,
                        int.class,
                        ValueSerializer.of((n, out) -> out.writeVarInt(n, false), in -> in.readVarInt(false))),
                new KnownType(1, String.class, KnownTypes.TEXT),
                new KnownType(
                        2, float.class, ValueSerializer.<Float>of((n, out) -> out.writeFloat(n), Input::readFloat)),
                new KnownType(
                        3,
                        boolean.class,
                        ValueSerializer.<Boolean>of((b, out) -> out.writeBoolean(b), Input::readBoolean)),
                new KnownType(4, byte.class, ValueSerializer.<Byte>of((n, out) -> out.writeByte(n), Input::readByte)),
                new KnownType(5, char.class, ValueSerializer.<Character>of((c, out) -> out.writeVarInt(c, true), in ->
                        (char) in.readVarInt(true))),
                new KnownType(6, short.class, ValueSerializer.<Short>of((n, out) -> out.writeVarInt(n, false), in ->
                        (short) in.readVarInt(false))),
                new KnownType(
                        7,
                        long.class,
                        ValueSerializer.of((n, out) -> out.writeVarLong(n, false), in -> in.readVarLong(false))),
                new KnownType(
                        8,
                        double.class,
                        ValueSerializer.<Double>of((n, out) -> out.writeDouble(n), Input::readDouble)));
    }

    private static List<KnownType> arrays() {
        return List.of(
                new KnownType(
                        10,
                        byte[].class,
                        new PrimitiveArraySerializer<byte[]>(
                                a -> a.length, (a, out) -> out.writeBytes(a), Input::readBytes)),
                new KnownType(
                        11,
                        int[].class,
                        new PrimitiveArraySerializer<int[]>(
                                a -> a.length, (a, out) -> out.writeInts(a, 0, a.length), Input::readInts)),
                new KnownType(
                        12,
                        long[].class,
                        new PrimitiveArraySerializer<long[]>(
                                a -> a.length, (a, out) -> out.writeLongs(a, 0, a.length), Input::readLongs)),
                new KnownType(
                        13,
                        char[].class,
                        new PrimitiveArraySerializer<char[]>(
                                a -> a.length, (a, out) -> out.writeChars(a, 0, a.length), Input::readChars)),
                new KnownType(
                        14,
                        short[].class,
                        new PrimitiveArraySerializer<short[]>(
                                a -> a.length, (a, out) -> out.writeShorts(a, 0, a.length), Input::readShorts)),
                new KnownType(
                        15,
                        float[].class,
                        new PrimitiveArraySerializer<float[]>(
                                a -> a.length, (a, out) -> out.writeFloats(a, 0, a.length), Input::readFloats)),
                new KnownType(
                        16,
                        double[].class,
                        new PrimitiveArraySerializer<double[]>(
                                a -> a.length, (a, out) -> out.writeDoubles(a, 0, a.length), Input::readDoubles)),
                new KnownType(
                        17,
                        boolean[].class,
                        new PrimitiveArraySerializer<boolean[]>(
                                a -> a.length, (a, out) -> out.writeBooleans(a, 0, a.length), Input::readBooleans)),
                new KnownType(18, Object[].class, new ArraySerializer(Object.class)),
                new KnownType(19, String[].class, new ArraySerializer(String.class)));
    }

    private static List<KnownType> numbers() {
        return List.of(
                new KnownType(
                        20,
                        BigInteger.class,
                        ValueSerializer.of(
                                (n, out) -> Blob.write(out, n.toByteArray()), in -> new BigInteger(Blob.read(in)))),
                new KnownType(
                        21,
                        BigDecimal.class,
                        ValueSerializer.<BigDecimal>of(
                                (n, out) -> {
                                    out.writeVarInt(n.scale(), false);
                                    Blob.write(out, n.unscaledValue().toByteArray());
                                },
                                in -> {
                                    int scale = in.readVarInt(false);
                                    return new BigDecimal(new BigInteger(Blob.read(in)), scale);
                                })),
                new KnownType(
                        22,
                        AtomicInteger.class,
                        ValueSerializer.<AtomicInteger>of(
                                (n, out) -> out.writeVarInt(n.get(), false),
                                in -> new AtomicInteger(in.readVarInt(false)))),
                new KnownType(
                        23,
                        AtomicLong.class,
                        ValueSerializer.<AtomicLong>of(
                                (n, out) -> out.writeVarLong(n.get(), false),
                                in -> new AtomicLong(in.readVarLong(false)))),
                new KnownType(
                        24,
                        AtomicBoolean.class,
                        ValueSerializer.<AtomicBoolean>of(
                                (b, out) -> out.writeBoolean(b.get()), in -> new AtomicBoolean(in.readBoolean()))));
    }

    private static List<KnownType> times() {
        return List.of(
                new KnownType(
                        30,
                        Date.class,
                        ValueSerializer.<Date>of(
                                (d, out) -> out.writeVarLong(d.getTime(), false),
                                in -> new Date(in.readVarLong(false)))),
                new KnownType(
                        31,
                        Timestamp.class,
                        ValueSerializer.<Timestamp>of(
                                (t, out) -> {
                                    out.writeVarLong(t.getTime(), false);
                                    out.writeVarInt(t.getNanos(), true);
                                },
                                in -> {
                                    Timestamp timestamp = new Timestamp(in.readVarLong(false));
                                    timestamp.setNanos(in.readVarInt(true));
                                    return timestamp;
                                })),
                new KnownType(
                        32,
                        java.sql.Date.class,
                        ValueSerializer.<java.sql.Date>of(
                                (d, out) -> out.writeVarLong(d.getTime(), false),
                                in -> new java.sql.Date(in.readVarLong(false)))),
                new KnownType(
                        33,
                        java.sql.Time.class,
                        ValueSerializer.<java.sql.Time>of(
                                (t, out) -> out.writeVarLong(t.getTime(), false),
                                in -> new java.sql.Time(in.readVarLong(false)))),
                new KnownType(34, Duration.class, ValueSerializer.of(Times::writeDuration, Times::readDuration)),
                new KnownType(35, Instant.class, ValueSerializer.of(Times::writeInstant, Times::readInstant)),
                new KnownType(36, LocalDate.class, ValueSerializer.of(Times::writeDate, Times::readDate)),
                new KnownType(37, LocalTime.class, ValueSerializer.of(Times::writeTime, Times::readTime)),
                new KnownType(38, LocalDateTime.class, ValueSerializer.of(Times::writeDateTime, Times::readDateTime)),
                new KnownType(39, ZoneOffset.class, ValueSerializer.of(Times::writeOffset, Times::readOffset)),
                new KnownType(40, ZoneId.class, ValueSerializer.ofText(ZoneId::getId, ZoneId::of)),
                new KnownType(
                        41,
                        OffsetDateTime.class,
                        ValueSerializer.of(Times::writeOffsetDateTime, Times::readOffsetDateTime)),
                new KnownType(42, OffsetTime.class, ValueSerializer.of(Times::writeOffsetTime, Times::readOffsetTime)),
                new KnownType(43, ZonedDateTime.class, ValueSerializer.of(Times::writeZoned, Times::readZoned)),
                new KnownType(
                        44,
                        Year.class,
                        ValueSerializer.<Year>of(
                                (y, out) -> out.writeVarInt(y.getValue(), false), in -> Year.of(in.readVarInt(false)))),
                new KnownType(45, YearMonth.class, ValueSerializer.ofText(YearMonth::toString, YearMonth::parse)),
                new KnownType(46, MonthDay.class, ValueSerializer.ofText(MonthDay::toString, MonthDay::parse)),
                new KnownType(47, Period.class, ValueSerializer.ofText(Period::toString, Period::parse)));
    }

    private static List<KnownType> texts() {
        return List.of(
                new KnownType(
                        50,
                        UUID.class,
                        ValueSerializer.<UUID>of(
                                (u, out) -> {
                                    out.writeLong(u.getMostSignificantBits());
                                    out.writeLong(u.getLeastSignificantBits());
                                },
                                in -> new UUID(in.readLong(), in.readLong()))),
                new KnownType(51, Locale.class, ValueSerializer.ofText(Locale::toLanguageTag, Locale::forLanguageTag)),
                new KnownType(
                        52, Currency.class, ValueSerializer.ofText(Currency::getCurrencyCode, Currency::getInstance)),
                new KnownType(53, URI.class, ValueSerializer.ofText(URI::toString, URI::create)),
                new KnownType(
                        54,
                        StringBuilder.class,
                        ValueSerializer.<StringBuilder>of(
                                (s, out) -> Text.write(out, s.toString()), in -> new StringBuilder(Text.read(in)))),
                new KnownType(
                        55,
                        StringBuffer.class,
                        ValueSerializer.<StringBuffer>of(
                                (s, out) -> Text.write(out, s.toString()), in -> new StringBuffer(Text.read(in)))),
                new KnownType(56, Class.class, new ClassSerializer()));
    }
}

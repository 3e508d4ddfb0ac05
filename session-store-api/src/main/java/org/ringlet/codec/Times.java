package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** The values of {@code java.time}, in the numbers that they consist of. */
final class Times {
    private Times() {}

    static void writeDuration(Duration duration, Output out) {
        out.writeVarLong(duration.getSeconds(), false);
        out.writeVarInt(duration.getNano(), true);
    }

    static Duration readDuration(Input in) {
        return Duration.ofSeconds(in.readVarLong(false), in.readVarInt(true));
    }

    static void writeInstant(Instant instant, Output out) {
        out.writeVarLong(instant.getEpochSecond(), false);
        out.writeVarInt(instant.getNano(), true);
    }

    static Instant readInstant(Input in) {
        return Instant.ofEpochSecond(in.readVarLong(false), in.readVarInt(true));
    }

    static void writeDate(LocalDate date, Output out) {
        out.writeVarLong(date.toEpochDay(), false);
    }

    static LocalDate readDate(Input in) {
        return LocalDate.ofEpochDay(in.readVarLong(false));
    }

    @SuppressWarnings("JavaLocalTimeGetNano")
    static void writeTime(LocalTime time, Output out) {
        out.writeVarInt(time.toSecondOfDay(), true);
        out.writeVarInt(time.getNano(), true);
    }

    static LocalTime readTime(Input in) {
        return LocalTime.ofSecondOfDay(in.readVarInt(true)).withNano(in.readVarInt(true));
    }

    static void writeDateTime(LocalDateTime dateTime, Output out) {
        writeDate(dateTime.toLocalDate(), out);
        writeTime(dateTime.toLocalTime(), out);
    }

    static LocalDateTime readDateTime(Input in) {
        return LocalDateTime.of(readDate(in), readTime(in));
    }

    static void writeOffset(ZoneOffset offset, Output out) {
        out.writeVarInt(offset.getTotalSeconds(), false);
    }

    static ZoneOffset readOffset(Input in) {
        return ZoneOffset.ofTotalSeconds(in.readVarInt(false));
    }

    static void writeOffsetDateTime(OffsetDateTime dateTime, Output out) {
        writeDateTime(dateTime.toLocalDateTime(), out);
        writeOffset(dateTime.getOffset(), out);
    }

    static OffsetDateTime readOffsetDateTime(Input in) {
        return OffsetDateTime.of(readDateTime(in), readOffset(in));
    }

    static void writeOffsetTime(OffsetTime time, Output out) {
        writeTime(time.toLocalTime(), out);
        writeOffset(time.getOffset(), out);
    }

    static OffsetTime readOffsetTime(Input in) {
        return OffsetTime.of(readTime(in), readOffset(in));
    }

    /** With the offset, without which the hour that is there twice in autumn would be ambiguous. */
    static void writeZoned(ZonedDateTime dateTime, Output out) {
        writeDateTime(dateTime.toLocalDateTime(), out);
        writeOffset(dateTime.getOffset(), out);
        Text.write(out, dateTime.getZone().getId());
    }

    static ZonedDateTime readZoned(Input in) {
        return ZonedDateTime.ofStrict(readDateTime(in), readOffset(in), ZoneId.of(Text.read(in)));
    }
}

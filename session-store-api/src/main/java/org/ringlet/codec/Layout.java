package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The fields of a class in the order in which their values stand in a frame. It stands there itself before the first
 * object of the class, so that a class that has gained or lost fields since can still find its own: first a zero byte,
 * then for each class in the hierarchy that has fields, from the top, its name (none for the class itself) and the names
 * and types of its fields. The order is Java serialisation's, so that even application code that runs while a cycle is
 * being read (a {@code hashCode}) meets the same.
 */
final class Layout {
    /** The layout's first byte: where the constant of an enum would stand if the class was one then, since no name is empty. */
    private static final byte MARK = 0;

    private static final Comparator<Slot> PRIMITIVES_FIRST =
            Comparator.comparing(Slot::isPrimitive).reversed().thenComparing(Slot::name);

    /** The layout of a class that is not here. */
    static final Layout NONE = new Layout(Missing.class, List.of());

    private final Class<?> type;
    private final List<Level> levels;
    private final Slot[] slots;
    private final byte[] encoded;

    private Layout(Class<?> type, List<Level> levels) {
        this.type = type;
        this.levels = levels;
        this.slots = levels.stream().flatMap(level -> level.slots().stream()).toArray(Slot[]::new);
        this.encoded = encode();
    }

    /** What one class of the hierarchy declares; the class that the layout is of has the empty name. */
    private record Level(String className, List<Slot> slots) {}

    /** The layout of a class that declares fields in some of these classes, given from the top. */
    static Layout of(Class<?> type, List<Class<?>> hierarchy) {
        List<Level> levels = new ArrayList<>();
        for (Class<?> declaring : hierarchy) {
            List<Slot> slots = Arrays.stream(declaring.getDeclaredFields())
                    .filter(Layout::isStored)
                    .map(Slot::of)
                    .sorted(PRIMITIVES_FIRST)
                    .toList();
            if (!slots.isEmpty()) {
                levels.add(new Level(declaring == type ? "" : declaring.getName(), slots));
            }
        }
        return new Layout(type, levels);
    }

    static boolean isStored(Field field) {
        return (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
    }

    Slot[] slots() {
        return slots;
    }

    /** Shows this layout in the frame unless it has been shown before. */
    void announce(Graph graph, Output out) {
        if (graph.layoutOf(type) == null) {
            graph.remember(type, this);
            out.writeBytes(encoded);
        }
    }

    /** The layout that holds for this class in the frame that is being read, with the fields of the class as it is now. */
    Layout announced(Graph graph, Input in) {
        Layout known = graph.layoutOf(type);
        if (known != null) {
            return known;
        }
        Layout next = isNext(in) ? skip(in) : read(graph, in);
        graph.remember(type, next);
        return next;
    }

    private boolean isNext(Input in) {
        int from = in.position();
        return encoded.length <= in.limit() - from
                && Arrays.equals(in.getBuffer(), from, from + encoded.length, encoded, 0, encoded.length);
    }

    private Layout skip(Input in) {
        in.setPosition(in.position() + encoded.length);
        return this;
    }

    Layout read(Graph graph, Input in) {
        if (in.readByte() != MARK) {
            throw new UnreadableAttributeException(type + " was an enum when this was written");
        }
        List<Level> written = new ArrayList<>();
        for (int left = graph.readCount(in); left > 0; left--) {
            String className = Text.read(in);
            List<Slot> fields = new ArrayList<>();
            for (int fieldsLeft = graph.readCount(in); fieldsLeft > 0; fieldsLeft--) {
                fields.add(match(className, Text.read(in), (char) in.readByte()));
            }
            written.add(new Level(className, fields));
        }
        return new Layout(type, written);
    }

    private Slot match(String className, String field, char code) {
        return levels.stream()
                .filter(level -> level.className().equals(className))
                .flatMap(level -> level.slots().stream())
                .filter(slot -> slot.name().equals(field))
                .findFirst()
                .map(slot -> slot.writtenAs(code))
                .orElseGet(() -> Slot.unwanted(field, code));
    }

    private byte[] encode() {
        try (Output out = new Output(64, -1)) {
            out.writeByte(MARK);
            out.writeVarInt(levels.size(), true);
            for (Level level : levels) {
                Text.write(out, level.className());
                out.writeVarInt(level.slots().size(), true);
                for (Slot slot : level.slots()) {
                    Text.write(out, slot.name());
                    out.writeByte(slot.code());
                }
            }
            return out.toBytes();
        }
    }
}

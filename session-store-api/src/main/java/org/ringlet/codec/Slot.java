package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Where one field's value stands in a frame: its name, the code of its type as in a class file (with {@code T} for a
 * String), and the field of the class here that has that name, if there is one.
 */
final class Slot {
    private static final char REFERENCE = 'L';
    private static final char TEXT = 'T';

    private final String name;
    private final char code;
    private final @Nullable Field field;

    private Slot(String name, char code, @Nullable Field field) {
        this.name = name;
        this.code = code;
        this.field = field;
    }

    /** @throws java.lang.reflect.InaccessibleObjectException if the field's module keeps it closed */
    static Slot of(Field field) {
        field.setAccessible(true);
        return new Slot(field.getName(), code(field.getType()), field);
    }

    String name() {
        return name;
    }

    char code() {
        return code;
    }

    boolean isPrimitive() {
        return code != REFERENCE && code != TEXT;
    }

    /** The same field here, as a frame shows it that was written when the field may have had another type. */
    Slot writtenAs(char codeInFrame) {
        Slot written = new Slot(name, codeInFrame, field);
        if (written.code != code && (isPrimitive() || written.isPrimitive())) {
            throw new UnreadableAttributeException(
                    "the type of field " + name + " has changed from " + codeInFrame + " to " + code);
        }
        return written;
    }

    /** A value in a frame that no field here wants. */
    static Slot unwanted(String name, char codeInFrame) {
        return new Slot(name, codeInFrame, null);
    }

    @Nullable
    Object get(Object owner) throws IllegalAccessException {
        return field == null ? null : field.get(owner);
    }

    void write(Graph graph, Output out, Object owner) throws IllegalAccessException {
        Field from = field;
        if (from == null) {
            throw new IllegalStateException("nothing to write for field " + name);
        }
        switch (code) {
            case 'Z' -> out.writeBoolean(from.getBoolean(owner));
            case 'B' -> out.writeByte(from.getByte(owner));
            case 'C' -> out.writeVarInt(from.getChar(owner), true);
            case 'S' -> out.writeVarInt(from.getShort(owner), false);
            case 'I' -> out.writeVarInt(from.getInt(owner), false);
            case 'J' -> out.writeVarLong(from.getLong(owner), false);
            case 'F' -> out.writeFloat(from.getFloat(owner));
            case 'D' -> out.writeDouble(from.getDouble(owner));
            case TEXT -> graph.writeObjectOrNull(out, from.get(owner), KnownTypes.TEXT);
            default -> graph.writeClassAndObject(out, from.get(owner));
        }
    }

    void read(Graph graph, Input in, Object owner) throws IllegalAccessException {
        Field to = field;
        if (to == null) {
            skip(graph, in);
            return;
        }
        switch (code) {
            case 'Z' -> to.setBoolean(owner, in.readBoolean());
            case 'B' -> to.setByte(owner, in.readByte());
            case 'C' -> to.setChar(owner, (char) in.readVarInt(true));
            case 'S' -> to.setShort(owner, (short) in.readVarInt(false));
            case 'I' -> to.setInt(owner, in.readVarInt(false));
            case 'J' -> to.setLong(owner, in.readVarLong(false));
            case 'F' -> to.setFloat(owner, in.readFloat());
            case 'D' -> to.setDouble(owner, in.readDouble());
            default -> to.set(owner, readValue(graph, in));
        }
    }

    /** Reads past a value that nobody wants, even if its class is not here any more. */
    void skip(Graph graph, Input in) {
        graph.beginUnwanted();
        readValue(graph, in);
        graph.endUnwanted();
    }

    /** The value by itself, for what is not set but passed to a constructor. */
    @Nullable
    Object readValue(Graph graph, Input in) {
        return switch (code) {
            case 'Z' -> in.readBoolean();
            case 'B' -> in.readByte();
            case 'C' -> (char) in.readVarInt(true);
            case 'S' -> (short) in.readVarInt(false);
            case 'I' -> in.readVarInt(false);
            case 'J' -> in.readVarLong(false);
            case 'F' -> in.readFloat();
            case 'D' -> in.readDouble();
            case TEXT -> graph.readObjectOrNull(in, String.class, KnownTypes.TEXT);
            case REFERENCE -> graph.readClassAndObject(in);
            default -> throw new UnreadableAttributeException("field " + name + " is of unknown type " + code);
        };
    }

    private static char code(Class<?> type) {
        return type == String.class
                ? TEXT
                : type.isPrimitive() ? type.descriptorString().charAt(0) : REFERENCE;
    }
}

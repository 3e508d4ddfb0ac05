package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The collections that are bound to one enum. What an empty one is bound to can't be seen from outside. */
@SuppressWarnings("NonApiType")
final class EnumKeyed {
    private EnumKeyed() {}

    static final class OfMap extends GraphSerializer<EnumMap<?, @Nullable Object>> {
        @Override
        void write(Graph graph, Output out, EnumMap<?, @Nullable Object> map) {
            List<? extends Map.Entry<? extends Enum<?>, @Nullable Object>> entries = List.copyOf(map.entrySet());
            if (entries.isEmpty()) {
                throw new JavaFormNeeded("an empty EnumMap does not show its key type");
            }
            graph.writeClass(out, entries.get(0).getKey().getDeclaringClass());
            out.writeVarInt(entries.size(), true);
            for (Map.Entry<? extends Enum<?>, @Nullable Object> entry : entries) {
                Text.write(out, entry.getKey().name());
                graph.writeClassAndObject(out, entry.getValue());
            }
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        EnumMap<?, @Nullable Object> read(Graph graph, Input in) {
            Class<?> keyType = readEnumType(graph, in);
            EnumMap map = new EnumMap(keyType);
            graph.reference(map);
            for (int left = graph.readCount(in); left > 0; left--) {
                Enum<?> key = EnumSerializer.constant(keyType, Text.read(in));
                map.put((Enum) key, graph.readClassAndObject(in));
            }
            return map;
        }
    }

    static final class OfSet extends GraphSerializer<EnumSet<?>> {
        @Override
        void write(Graph graph, Output out, EnumSet<?> set) {
            graph.writeClass(out, elementType(set));
            List<Enum<?>> constants = new ArrayList<>(set);
            out.writeVarInt(constants.size(), true);
            for (Enum<?> constant : constants) {
                Text.write(out, constant.name());
            }
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        EnumSet<?> read(Graph graph, Input in) {
            Class type = readEnumType(graph, in);
            EnumSet set = EnumSet.noneOf(type);
            for (int left = graph.readCount(in); left > 0; left--) {
                set.add(EnumSerializer.constant(type, Text.read(in)));
            }
            return set;
        }

        private static Class<?> elementType(EnumSet<?> set) {
            Collection<? extends Enum<?>> some = set.isEmpty() ? EnumSet.complementOf(set) : set;
            return some.stream()
                    .findFirst()
                    .orElseThrow(() -> new JavaFormNeeded("an EnumSet of an enum without constants"))
                    .getDeclaringClass();
        }
    }

    private static Class<?> readEnumType(Graph graph, Input in) {
        Class<?> type = graph.readClass(in).getType();
        if (!type.isEnum()) {
            throw new UnreadableAttributeException(type + " is no enum");
        }
        return type;
    }
}

package org.ringlet.codec;

import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** The {@link KnownTypes} that hold other objects. */
@SuppressWarnings("JdkObsolete")
final class KnownContainers {
    private KnownContainers() {}

    static Stream<KnownType> all() {
        return Stream.of(collections(), immutables(), holders()).flatMap(List::stream);
    }

    private static List<KnownType> collections() {
        return List.of(
                new KnownType(60, ArrayList.class, CollectionSerializer.plain(ArrayList::new)),
                new KnownType(61, LinkedList.class, CollectionSerializer.plain(size -> new LinkedList<>())),
                new KnownType(62, ArrayDeque.class, CollectionSerializer.plain(ArrayDeque::new)),
                new KnownType(
                        63,
                        HashSet.class,
                        CollectionSerializer.plain(size -> new HashSet<>(KnownTypes.tableForSet(size)))),
                new KnownType(
                        64,
                        LinkedHashSet.class,
                        CollectionSerializer.plain(size -> new LinkedHashSet<>(KnownTypes.tableForSet(size)))),
                new KnownType(65, TreeSet.class, new SortedSetSerializer()),
                new KnownType(
                        66, CopyOnWriteArrayList.class, CollectionSerializer.concurrent(CopyOnWriteArrayList::new)),
                new KnownType(
                        67, ConcurrentLinkedQueue.class, CollectionSerializer.concurrent(ConcurrentLinkedQueue::new)),
                new KnownType(
                        68, ConcurrentLinkedDeque.class, CollectionSerializer.concurrent(ConcurrentLinkedDeque::new)),
                new KnownType(69, HashMap.class, MapSerializer.plain(size -> new HashMap<>(KnownTypes.tableFor(size)))),
                new KnownType(70, LinkedHashMap.class, new LinkedMapSerializer()),
                new KnownType(71, TreeMap.class, new SortedMapSerializer()),
                new KnownType(72, ConcurrentHashMap.class, MapSerializer.concurrent(ConcurrentHashMap::new)),
                new KnownType(73, EnumMap.class, new EnumKeyed.OfMap()),
                new KnownType(74, EnumSet.class, new EnumKeyed.OfSet()));
    }

    private static List<KnownType> immutables() {
        return List.of(
                new KnownType(80, List.class, new ImmutableListSerializer()),
                new KnownType(81, Set.class, new PartsSerializer<Set<?>>(Set::toArray, Set::of)),
                new KnownType(82, Map.class, new PartsSerializer<>(Entries::flatten, Entries::immutableMap)),
                new KnownType(
                        83, Collections.emptyList().getClass(), ValueSerializer.constant(Collections.emptyList())),
                new KnownType(84, Collections.emptySet().getClass(), ValueSerializer.constant(Collections.emptySet())),
                new KnownType(85, Collections.emptyMap().getClass(), ValueSerializer.constant(Collections.emptyMap())),
                new KnownType(
                        86,
                        Collections.singletonList(1).getClass(),
                        new PartsSerializer<List<?>>(List::toArray, parts -> Collections.singletonList(parts[0]))),
                new KnownType(
                        87,
                        Collections.singleton(1).getClass(),
                        new PartsSerializer<Set<?>>(Set::toArray, parts -> Collections.singleton(parts[0]))),
                new KnownType(
                        88,
                        Collections.singletonMap(1, 1).getClass(),
                        new PartsSerializer<>(Entries::flatten, parts -> Collections.singletonMap(parts[0], parts[1]))),
                new KnownType(
                        89,
                        String.CASE_INSENSITIVE_ORDER.getClass(),
                        ValueSerializer.constant(String.CASE_INSENSITIVE_ORDER)),
                new KnownType(
                        90,
                        Collections.reverseOrder().getClass(),
                        ValueSerializer.constant(Collections.reverseOrder())),
                new KnownType(
                        91,
                        AbstractMap.SimpleEntry.class,
                        new PartsSerializer<Map.Entry<?, ?>>(
                                Entries::parts, parts -> new AbstractMap.SimpleEntry<>(parts[0], parts[1]))),
                new KnownType(
                        92,
                        AbstractMap.SimpleImmutableEntry.class,
                        new PartsSerializer<Map.Entry<?, ?>>(
                                Entries::parts, parts -> new AbstractMap.SimpleImmutableEntry<>(parts[0], parts[1]))));
    }

    private static List<KnownType> holders() {
        return List.of(
                new KnownType(100, Object.class, ValueSerializer.of((object, out) -> {}, in -> new Object())),
                new KnownType(101, AtomicReference.class, new ReferenceSerializer()),
                new KnownType(
                        102,
                        Optional.class,
                        new PartsSerializer<Optional<?>>(
                                o -> o.stream().toArray(),
                                parts -> parts.length == 0 ? Optional.empty() : Optional.of(parts[0]))),
                new KnownType(
                        103,
                        OptionalInt.class,
                        new PartsSerializer<OptionalInt>(
                                o -> o.stream().boxed().toArray(),
                                parts -> parts.length == 0 ? OptionalInt.empty() : OptionalInt.of((int) parts[0]))),
                new KnownType(
                        104,
                        OptionalLong.class,
                        new PartsSerializer<OptionalLong>(
                                o -> o.stream().boxed().toArray(),
                                parts -> parts.length == 0 ? OptionalLong.empty() : OptionalLong.of((long) parts[0]))),
                new KnownType(
                        105,
                        OptionalDouble.class,
                        new PartsSerializer<OptionalDouble>(
                                o -> o.stream().boxed().toArray(),
                                parts -> parts.length == 0
                                        ? OptionalDouble.empty()
                                        : OptionalDouble.of((double) parts[0]))));
    }
}

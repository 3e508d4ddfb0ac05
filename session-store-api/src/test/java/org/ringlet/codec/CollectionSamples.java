package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collections and arrays, with what {@code equals} does not see of them. */
@SuppressWarnings({"JdkObsolete", "NonApiType"})
final class CollectionSamples {
    private CollectionSamples() {}

    static Stream<Sample> all() {
        return Stream.of(growing(), maps(), sorted(), enums(), immutable(), views(), cycles(), arrays(), concurrent())
                .flatMap(s -> s);
    }

    /** Same class, same elements in the same order. */
    private static <T> Sample listed(String name, Supplier<? extends Collection<T>> value) {
        return Sample.of(name, value::get, (a, b) -> {
            assertThat(b).hasSameClassAs(a);
            assertThat(List.copyOf(Arrays.asList(b.toArray()))).isEqualTo(List.copyOf(Arrays.asList(a.toArray())));
        });
    }

    /** Same class, same entries in the same order. */
    private static <K, V> Sample mapped(String name, Supplier<? extends Map<K, V>> value) {
        return Sample.of(name, value::get, (a, b) -> {
            assertThat(b).hasSameClassAs(a);
            assertThat(new ArrayList<>(b.entrySet())).isEqualTo(new ArrayList<>(a.entrySet()));
        });
    }

    private static Map<String, Integer> numbered(Map<String, Integer> map) {
        IntStream.range(0, 100).forEach(i -> map.put("key" + i, i));
        return map;
    }

    private static Stream<Sample> growing() {
        return Stream.of(
                listed("ArrayList", () -> new ArrayList<>(List.of(1, "a", 2.5))),
                Sample.of(
                        "ArrayList of nulls", () -> new ArrayList<>(Arrays.asList(null, null)), (a, b) -> assertThat(b)
                                .containsExactly(null, null)),
                listed("LinkedList", () -> new LinkedList<>(List.of(1, 2))),
                listed("ArrayDeque", () -> new ArrayDeque<>(List.of(3, 1, 2))),
                listed("HashSet", () -> new HashSet<>(numbered(new HashMap<>()).keySet())),
                listed("HashSet empty", HashSet::new),
                listed("LinkedHashSet", () -> new LinkedHashSet<>(List.of(3, 1, 2))),
                Sample.of(
                                "PriorityQueue with comparator",
                                () -> {
                                    PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
                                    queue.addAll(List.of(1, 3, 2));
                                    return queue;
                                },
                                (a, b) -> assertThat(b.poll()).isEqualTo(3))
                        .looseBytes(),
                listed("Vector", () -> new Vector<>(List.of(1, 2))),
                Sample.of(
                        "Stack",
                        () -> {
                            Stack<String> stack = new Stack<>();
                            stack.push("below");
                            stack.push("top");
                            return stack;
                        },
                        (a, b) -> assertThat(b.peek()).isEqualTo("top")));
    }

    private static Stream<Sample> maps() {
        return Stream.of(
                mapped("HashMap", () -> numbered(new HashMap<>())),
                Sample.of(
                        "HashMap with null key",
                        () -> {
                            Map<String, String> map = new HashMap<>();
                            map.put(null, "none");
                            map.put("none", null);
                            return map;
                        },
                        (a, b) -> assertThat(b).isEqualTo(a)),
                mapped("LinkedHashMap", () -> numbered(new LinkedHashMap<>())),
                Sample.of(
                                "LinkedHashMap in access order",
                                () -> numbered(new LinkedHashMap<>(16, 0.75f, true)),
                                (a, b) -> {
                                    b.get("key0");
                                    assertThat(new ArrayList<>(b.keySet())).endsWith("key99", "key0");
                                })
                        .looseBytes(),
                Sample.of(
                                "LinkedHashMap in access order, empty",
                                () -> new LinkedHashMap<String, Integer>(16, 0.75f, true),
                                (a, b) -> {
                                    Map<String, Integer> copy = new LinkedHashMap<>(b);
                                    assertThat(copy).isEmpty();
                                    b.put("x", 1);
                                    b.put("y", 2);
                                    b.get("x");
                                    assertThat(b.keySet()).containsExactly("y", "x");
                                    b.clear();
                                })
                        .looseBytes(),
                Sample.of(
                                "IdentityHashMap",
                                () -> {
                                    IdentityHashMap<Object, String> map = new IdentityHashMap<>();
                                    map.put(new ArrayList<>(), "one");
                                    map.put(new ArrayList<>(), "other");
                                    return map;
                                },
                                (a, b) -> assertThat(b).hasSize(2))
                        .looseBytes(),
                mapped("Hashtable", () -> new Hashtable<>(Map.of("k", "v"))),
                Sample.of(
                        "Properties with defaults",
                        () -> {
                            Properties defaults = new Properties();
                            defaults.setProperty("colour", "blue");
                            return new Properties(defaults);
                        },
                        (a, b) -> assertThat(b.getProperty("colour")).isEqualTo("blue")),
                Sample.of("SimpleEntry", () -> new AbstractMap.SimpleEntry<>("k", "v"), (a, b) -> {
                    assertThat(b.setValue("w")).isEqualTo("v");
                    b.setValue("v");
                }),
                Sample.of(
                        "SimpleImmutableEntry",
                        () -> new AbstractMap.SimpleImmutableEntry<>("k", "v"),
                        (a, b) -> assertThat(b).isEqualTo(a)));
    }

    private static Stream<Sample> sorted() {
        return Stream.of(
                mapped("TreeMap", () -> numbered(new TreeMap<>())),
                Sample.of(
                        "TreeMap with comparator",
                        () -> numbered(new TreeMap<>(String.CASE_INSENSITIVE_ORDER)),
                        (a, b) -> assertThat(b.get("KEY7")).isEqualTo(7)),
                Sample.of(
                        "TreeMap in reverse",
                        () -> numbered(new TreeMap<>(Collections.reverseOrder())),
                        (a, b) -> assertThat(((TreeMap<String, Integer>) b).firstKey())
                                .isEqualTo("key99")),
                Sample.of(
                        "TreeMap whose key has changed since",
                        () -> {
                            Map<AtomicKey, String> map = new TreeMap<>();
                            AtomicKey key = new AtomicKey();
                            map.put(key, "first");
                            key.number = 1;
                            map.put(new AtomicKey(), "second");
                            key.number = 0;
                            return map;
                        },
                        (a, b) -> assertThat(b).hasSize(2)),
                listed("TreeSet", () -> new TreeSet<>(List.of(3, 1, 2))),
                Sample.of(
                        "TreeSet with comparator",
                        () -> {
                            TreeSet<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
                            set.addAll(List.of("b", "A"));
                            return set;
                        },
                        (a, b) -> assertThat(b.contains("B")).isTrue()),
                mapped("ConcurrentSkipListMap", () -> new ConcurrentSkipListMap<>(Map.of(2, "b", 1, "a"))));
    }

    /** A key that changes while it is one. */
    static final class AtomicKey implements Comparable<AtomicKey>, java.io.Serializable {
        int number;

        @Override
        public int compareTo(AtomicKey other) {
            return Integer.compare(number, other.number);
        }
    }

    private static Stream<Sample> enums() {
        return Stream.of(
                Sample.of(
                        "EnumMap",
                        () -> new EnumMap<>(Map.of(TimeUnit.DAYS, 1, TimeUnit.HOURS, 2)),
                        (a, b) -> assertThat(b).isEqualTo(a).hasSameClassAs(a)),
                Sample.of(
                        "EnumMap of nulls",
                        () -> {
                            EnumMap<TimeUnit, String> map = new EnumMap<>(TimeUnit.class);
                            map.put(TimeUnit.DAYS, null);
                            return map;
                        },
                        (a, b) -> assertThat(b).isEqualTo(a)),
                Sample.of("EnumMap empty", () -> new EnumMap<TimeUnit, String>(TimeUnit.class), (a, b) -> {
                    b.put(TimeUnit.DAYS, "x");
                    assertThat(b).hasSize(1);
                    b.clear();
                }),
                Sample.of("EnumSet", () -> EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS), (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("EnumSet empty", () -> EnumSet.noneOf(TimeUnit.class), (a, b) -> {
                    assertThat(b).isEmpty();
                    assertThat(EnumSet.complementOf(b)).hasSize(TimeUnit.values().length);
                }));
    }

    private static Stream<Sample> immutable() {
        return Stream.of(
                Sample.of("List.of", () -> List.of(1, 2, 3), (a, b) -> {
                    assertThat(b).isEqualTo(a);
                    assertThatThrownBy(() -> b.add(4)).isInstanceOf(UnsupportedOperationException.class);
                    assertThatThrownBy(() -> b.contains(null)).isInstanceOf(NullPointerException.class);
                }),
                Sample.of("List.of nothing", List::of, (a, b) -> assertThat(b).isSameAs(a)),
                Sample.of(
                        "Stream.toList takes null",
                        () -> Stream.of("a", (String) null).toList(),
                        (a, b) -> {
                            assertThat(b).containsExactly("a", null);
                            assertThat(b.contains(null)).isTrue();
                        }),
                Sample.of(
                        "Stream.toList without null",
                        () -> Stream.of("a", "b", "c").toList(),
                        (a, b) -> assertThat(b.contains(null)).isFalse()),
                Sample.of("Set.of", () -> Set.of(1, 2, 3), (a, b) -> assertThat(b)
                                .isEqualTo(a)
                                .hasSameClassAs(a))
                        .looseBytes(),
                Sample.of("Map.of", () -> Map.of(1, "a", 2, "b"), (a, b) -> assertThat(b)
                                .isEqualTo(a)
                                .hasSameClassAs(a))
                        .looseBytes(),
                Sample.of("Map.of one", () -> Map.of(1, "a"), (a, b) -> assertThat(b)
                        .isEqualTo(a)
                        .hasSameClassAs(a)),
                Sample.of("emptyList", Collections::emptyList, (a, b) -> assertThat(b)
                        .isSameAs(a)),
                Sample.of("emptyMap", Collections::emptyMap, (a, b) -> assertThat(b)
                        .isSameAs(a)),
                Sample.of("emptySet", Collections::emptySet, (a, b) -> assertThat(b)
                        .isSameAs(a)),
                listed("singletonList", () -> Collections.singletonList("x")),
                listed("singleton", () -> Collections.singleton("x")),
                mapped("singletonMap", () -> Collections.singletonMap("k", "v")),
                listed("nCopies", () -> Collections.nCopies(3, "x")));
    }

    private static Stream<Sample> views() {
        return Stream.of(
                Sample.of(
                        "Arrays.asList writes through to its array",
                        () -> {
                            String[] array = {"a", "b"};
                            return new ArrayList<Object>(List.of(array, Arrays.asList(array)));
                        },
                        (a, b) -> {
                            String[] array = (String[]) b.get(0);
                            assertThat(b.get(1)).isEqualTo(List.of("a", "b"));
                            array[0] = "changed";
                            assertThat(((List<?>) b.get(1)).get(0)).isEqualTo("changed");
                            array[0] = "a";
                        }),
                Sample.of(
                        "unmodifiableList shows what its list becomes",
                        () -> {
                            List<String> list = new ArrayList<>(List.of("a"));
                            return new ArrayList<Object>(List.of(list, Collections.unmodifiableList(list)));
                        },
                        (a, b) -> {
                            @SuppressWarnings("unchecked")
                            List<String> list = (List<String>) b.get(0);
                            list.add("b");
                            assertThat(b.get(1)).isEqualTo(List.of("a", "b"));
                            list.remove("b");
                        }),
                Sample.of(
                        "unmodifiableMap",
                        () -> Collections.unmodifiableMap(new HashMap<>(Map.of("k", "v"))),
                        (a, b) -> assertThatThrownBy(b::clear).isInstanceOf(UnsupportedOperationException.class)),
                Sample.of(
                        "synchronizedMap still locks itself",
                        () -> Collections.synchronizedMap(numbered(new HashMap<>())),
                        (a, b) -> {
                            assertThat(b).hasSameClassAs(a);
                            assertThat(b.computeIfAbsent("new", key -> Thread.holdsLock(b) ? 1 : 0))
                                    .isEqualTo(1);
                            b.remove("new");
                        }),
                Sample.of(
                        "checkedList",
                        () -> Collections.checkedList(new ArrayList<>(List.of("a")), String.class),
                        (a, b) -> {
                            @SuppressWarnings({"unchecked", "rawtypes"})
                            List<Object> unchecked = (List) b;
                            assertThatThrownBy(() -> unchecked.add(1)).isInstanceOf(ClassCastException.class);
                        }));
    }

    private static Stream<Sample> cycles() {
        return Stream.of(
                Sample.of(
                        "HashMap that contains itself",
                        () -> {
                            Map<String, Object> map = new HashMap<>();
                            map.put("self", map);
                            return map;
                        },
                        (a, b) -> assertThat(b.get("self")).isSameAs(b)),
                Sample.of(
                        "ArrayList that contains itself",
                        () -> {
                            List<Object> list = new ArrayList<>();
                            list.add(list);
                            return list;
                        },
                        (a, b) -> assertThat(b.get(0)).isSameAs(b)),
                Sample.of(
                        "singletonList that contains itself through another",
                        () -> {
                            List<Object> inner = new ArrayList<>();
                            List<Object> outer = Collections.singletonList(inner);
                            inner.add(outer);
                            return outer;
                        },
                        (a, b) -> assertThat(((List<?>) b.get(0)).get(0)).isSameAs(b)),
                Sample.of(
                        "one list twice",
                        () -> {
                            List<Object> shared = new ArrayList<>();
                            return new ArrayList<Object>(List.of(shared, shared));
                        },
                        (a, b) -> assertThat(b.get(0)).isSameAs(b.get(1))),
                Sample.of(
                        "one String twice",
                        () -> {
                            String shared = new String("shared");
                            return new ArrayList<Object>(List.of(shared, shared));
                        },
                        (a, b) -> assertThat(b.get(0)).isSameAs(b.get(1))));
    }

    private static Stream<Sample> arrays() {
        return Stream.of(
                Sample.of("byte[]", () -> new byte[] {1, -1, 0}, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("boolean[]", () -> new boolean[] {true, false}, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("char[]", () -> new char[] {'a', '\uFFFF'}, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("short[]", () -> new short[] {1, -1}, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("int[]", () -> new int[] {Integer.MIN_VALUE, 7}, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("long[]", () -> new long[] {Long.MIN_VALUE, 7}, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("float[]", () -> new float[] {-0.0f, Float.NaN}, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("double[]", () -> new double[] {-0.0, Double.NaN}, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("String[]", () -> new String[] {"a", null}, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("int[][] ragged", () -> new int[][] {{1}, {}, null}, (a, b) -> assertThat(b)
                        .isDeepEqualTo(a)),
                Sample.of(
                        "Number[] that is an Integer[]",
                        () -> (Number[]) new Integer[] {1},
                        (a, b) -> assertThatThrownBy(() -> b[0] = 2.5).isInstanceOf(ArrayStoreException.class)),
                Sample.of(
                        "Object[] that contains itself",
                        () -> {
                            Object[] array = new Object[1];
                            array[0] = array;
                            return array;
                        },
                        (a, b) -> assertThat(b[0]).isSameAs(b)),
                Sample.of("enum array", () -> new TimeUnit[] {TimeUnit.DAYS, null}, (a, b) -> assertThat(b)
                        .isEqualTo(a)));
    }

    private static Stream<Sample> concurrent() {
        return Stream.of(
                Sample.of("ConcurrentHashMap", () -> numbered(new ConcurrentHashMap<>()), (a, b) -> {
                            assertThat(b).isEqualTo(a).hasSameClassAs(a);
                            assertThatThrownBy(() -> b.put(null, 1)).isInstanceOf(NullPointerException.class);
                        })
                        .looseBytes(),
                listed("CopyOnWriteArrayList", () -> new CopyOnWriteArrayList<>(List.of(1, 2))),
                listed("CopyOnWriteArraySet", () -> new CopyOnWriteArraySet<>(List.of(1, 2))),
                listed("ConcurrentLinkedQueue", () -> new ConcurrentLinkedQueue<>(List.of(1, 2))),
                listed("ConcurrentLinkedDeque", () -> new ConcurrentLinkedDeque<>(List.of(1, 2))),
                Sample.of(
                        "LinkedBlockingQueue keeps its capacity",
                        () -> new LinkedBlockingQueue<Integer>(2),
                        (a, b) -> assertThat(b.remainingCapacity()).isEqualTo(2)),
                Sample.of(
                        "ArrayBlockingQueue",
                        () -> new ArrayBlockingQueue<>(3, true, List.of(1)),
                        (a, b) -> assertThat(b.remainingCapacity()).isEqualTo(2)));
    }
}

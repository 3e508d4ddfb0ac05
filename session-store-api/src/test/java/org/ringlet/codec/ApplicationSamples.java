package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;

/** Classes such as applications write, each with one thing about it that is easily lost. */
final class ApplicationSamples {
    private ApplicationSamples() {}

    static Stream<Sample> all() {
        return Stream.of(fields(), ownForms(), superclasses(), kindsOfClass(), graphs(), notSerializable())
                .flatMap(s -> s);
    }

    private static Stream<Sample> fields() {
        return Stream.of(
                Sample.of("all types of field", Everything::new, (a, b) -> assertThat(b)
                        .usingRecursiveComparison()
                        .isEqualTo(a)),
                Sample.of("transient field comes back empty", WithTransient::new, (a, b) -> assertThat(b.kept)
                        .isEqualTo("kept")),
                Sample.of("no constructor runs", () -> new WithoutDefaultConstructor(7), (a, b) -> assertThat(b.number)
                        .isEqualTo(7)),
                Sample.of("field of the same name in a superclass", Below::new, (a, b) -> {
                    assertThat(b.name).isEqualTo("below");
                    assertThat(((Above) b).name).isEqualTo("above");
                }),
                Sample.of("a lock that is free again", WithLock::new, (a, b) -> assertThat(b.lock.isLocked())
                        .isFalse()));
    }

    static final class Everything implements Serializable {
        final boolean yes = true;
        final byte small = -1;
        final char letter = '\u20AC';
        final short two = Short.MIN_VALUE;
        final int four = Integer.MIN_VALUE;
        final long eight = Long.MIN_VALUE;
        final float real = -0.0f;
        final double precise = Math.PI;
        final String text = new String("text");
        final String none = null;
        final Integer boxed = 1000;
        final Object any = List.of("x");
        final int[] array = {1, 2};
        final BigDecimal amount = new BigDecimal("12.50");
    }

    static final class WithTransient implements Serializable {
        final String kept = "kept";
        private transient String secret = "secret";

        @Override
        public String toString() {
            return kept + secret;
        }
    }

    static final class WithoutDefaultConstructor implements Serializable {
        static int made;
        final int number;

        WithoutDefaultConstructor(int number) {
            this.number = number;
            made++;
        }
    }

    static class Above implements Serializable {
        protected String name = "above";
    }

    static final class Below extends Above {
        @SuppressWarnings("HidingField")
        String name = "below";
    }

    static final class WithLock implements Serializable {
        final ReentrantLock lock = new ReentrantLock();
    }

    private static Stream<Sample> ownForms() {
        return Stream.of(
                Sample.of("writeObject and readObject", () -> new Scrambled("secret"), (a, b) -> assertThat(b.text)
                        .isEqualTo("secret")),
                Sample.of("readResolve keeps a singleton", () -> Singleton.INSTANCE, (a, b) -> assertThat(b)
                        .isSameAs(a)),
                Sample.of("writeReplace", () -> new Amount(125), (a, b) -> assertThat(b.cents)
                        .isEqualTo(125)),
                Sample.of("inherited readResolve", () -> new SpecialUnit(), (a, b) -> assertThat(b.resolved)
                        .isTrue()),
                Sample.of("Externalizable with transient field", () -> new Point(3), (a, b) -> assertThat(b.x)
                        .isEqualTo(3)),
                Sample.of("ObjectInputValidation runs", Validated::new, (a, b) -> assertThat(a == b || b.validated)
                        .isTrue()),
                Sample.of("serialPersistentFields", Persistent::new, (a, b) -> assertThat(a == b || b.unlisted == null)
                        .isTrue()),
                Sample.of(
                        "an object with its own form refers back to the map that it is in",
                        () -> {
                            Map<String, Object> map = new HashMap<>();
                            map.put("node", new BackReference(map));
                            return map;
                        },
                        (a, b) -> assertThat(((BackReference) b.get("node")).owner)
                                .isSameAs(b)),
                Sample.of(
                        "an object with its own form shares another",
                        () -> {
                            List<Object> shared = new ArrayList<>();
                            return new ArrayList<Object>(List.of(shared, new BackReference(shared)));
                        },
                        (a, b) -> assertThat(((BackReference) b.get(1)).owner).isSameAs(b.get(0))));
    }

    static final class Scrambled implements Serializable {
        transient String text;

        Scrambled(String text) {
            this.text = text;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUTF(new StringBuilder(text).reverse().toString());
        }

        private void readObject(ObjectInputStream in) throws IOException {
            text = new StringBuilder(in.readUTF()).reverse().toString();
        }
    }

    static final class Singleton implements Serializable {
        static final Singleton INSTANCE = new Singleton();

        private Object readResolve() {
            return INSTANCE;
        }
    }

    static final class Amount implements Serializable {
        final transient long cents;

        Amount(long cents) {
            this.cents = cents;
        }

        private Object writeReplace() {
            return new AmountForm("cents: " + cents);
        }
    }

    record AmountForm(String text) implements Serializable {
        private Object readResolve() {
            return new Amount(Long.parseLong(text.substring("cents: ".length())));
        }
    }

    static final class Money {
        final long cents;

        Money(long cents) {
            this.cents = cents;
        }
    }

    static class Unit implements Serializable {
        transient boolean resolved = true;

        protected Object readResolve() {
            resolved = true;
            return this;
        }
    }

    static final class SpecialUnit extends Unit {}

    public static final class Point implements Externalizable {
        private transient int x;

        public Point() {}

        Point(int x) {
            this.x = x;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(x);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            x = in.readInt();
        }
    }

    static final class Validated implements Serializable, ObjectInputValidation {
        transient boolean validated;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.registerValidation(this, 0);
            in.defaultReadObject();
        }

        @Override
        public void validateObject() throws InvalidObjectException {
            validated = true;
        }
    }

    static final class Persistent implements Serializable {
        @SuppressWarnings("UnusedVariable")
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("listed", String.class)
        };

        final String listed = new String("listed");
        String unlisted = "unlisted";
    }

    static final class BackReference implements Serializable {
        Object owner;

        BackReference(Object owner) {
            this.owner = owner;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }
    }

    private static Stream<Sample> superclasses() {
        return Stream.of(
                Sample.of(
                        "a superclass that is not serialisable starts anew",
                        () -> {
                            Child child = new Child();
                            child.state = "changed";
                            return child;
                        },
                        (a, b) -> {
                            assertThat(a == b || b.state.equals("from the constructor"))
                                    .isTrue();
                            assertThat(b.own).isEqualTo("own");
                        }),
                Sample.of(
                        "extends HashMap",
                        () -> {
                            Settings settings = new Settings();
                            settings.owner = "o";
                            settings.put("k", "v");
                            return settings;
                        },
                        (a, b) -> {
                            assertThat(b).isEqualTo(a);
                            assertThat(b.owner).isEqualTo("o");
                        }),
                Sample.of("map filled in an initialiser block", DoubleBrace::make, (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("extends AbstractList", () -> new Range(3), (a, b) -> assertThat(b)
                        .containsExactly(0, 1, 2)),
                Sample.of("exception of its own", () -> new Refused("code"), (a, b) -> assertThat(b.code)
                        .isEqualTo("code")));
    }

    static class Parent {
        protected String state = "from the constructor";
    }

    static final class Child extends Parent implements Serializable {
        final String own = new String("own");
    }

    static final class Settings extends HashMap<String, String> {
        String owner;
    }

    static final class DoubleBrace {
        private DoubleBrace() {}

        @SuppressWarnings("DoubleBraceInitialization")
        static Map<String, String> make() {
            return new HashMap<>() {
                {
                    put("k", "v");
                }
            };
        }
    }

    static final class Range extends java.util.AbstractList<Integer> implements Serializable {
        private final int size;

        Range(int size) {
            this.size = size;
        }

        @Override
        public Integer get(int index) {
            return index;
        }

        @Override
        public int size() {
            return size;
        }
    }

    static final class Refused extends RuntimeException {
        final String code;

        Refused(String code) {
            super("refused");
            this.code = code;
        }
    }

    private static Stream<Sample> kindsOfClass() {
        return Stream.of(
                Sample.of("enum constant with a body", () -> Level.HIGH, (a, b) -> assertThat(b)
                        .isSameAs(a)),
                Sample.of("record", () -> new Price("CHF", 5, List.of(1)), (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of(
                        "record of records",
                        () -> new Pair(new Pair(1, null), new Price("EUR", 1, null)),
                        (a, b) -> assertThat(b).isEqualTo(a)),
                Sample.of("record with writeReplace", () -> new Stored("x"), (a, b) -> assertThat(b.text())
                        .isEqualTo("x")),
                Sample.of(
                        "record in a cycle through a list",
                        () -> {
                            List<Object> list = new ArrayList<>();
                            list.add(new Pair(list, 1));
                            return list;
                        },
                        (a, b) -> assertThat(((Pair) b.get(0)).left()).isSameAs(b)),
                Sample.of("inner class with its outer", () -> new Outer().inner(), (a, b) -> assertThat(b.outerName())
                        .isEqualTo("outer")),
                Sample.of("lambda", () -> prefix("a"), (a, b) -> assertThat(b.apply("b"))
                                .isEqualTo("ab"))
                        .looseBytes(),
                Sample.of(
                                "map with a lambda for comparator",
                                () -> {
                                    Map<String, Integer> map =
                                            new TreeMap<>((Comparator<String> & Serializable) (x, y) -> y.compareTo(x));
                                    map.put("a", 1);
                                    map.put("b", 2);
                                    return map;
                                },
                                (a, b) -> {
                                    b.put("c", 3);
                                    assertThat(b.keySet()).containsExactly("c", "b", "a");
                                    b.remove("c");
                                })
                        .looseBytes(),
                Sample.of(
                        "dynamic proxy",
                        () -> Proxy.newProxyInstance(
                                ApplicationSamples.class.getClassLoader(),
                                new Class<?>[] {Named.class},
                                new Answer("me")),
                        (a, b) -> assertThat(((Named) b).name()).isEqualTo("me")));
    }

    enum Level {
        LOW,
        HIGH {
            @Override
            int weight() {
                return 10;
            }
        };

        int weight() {
            return 1;
        }
    }

    record Price(String currency, long cents, Object extra) implements Serializable {
        Price {
            if (cents < 0) {
                throw new IllegalArgumentException("cents: " + cents);
            }
        }
    }

    record Pair(Object left, Object right) implements Serializable {}

    record Stored(String text) implements Serializable {
        private Object writeReplace() {
            return new StoredForm(text.toCharArray());
        }
    }

    static final class StoredForm implements Serializable {
        private final char[] text;

        StoredForm(char[] text) {
            this.text = text;
        }

        private Object readResolve() {
            return new Stored(new String(text));
        }
    }

    static final class Outer implements Serializable {
        final String name = new String("outer");

        Inner inner() {
            return new Inner();
        }

        final class Inner implements Serializable {
            String outerName() {
                return name;
            }
        }
    }

    interface Named {
        String name();
    }

    record Answer(Object answer) implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return answer;
        }
    }

    interface SerializableFunction extends Function<String, String>, Serializable {}

    private static SerializableFunction prefix(String prefix) {
        return text -> prefix + text;
    }

    private static Stream<Sample> graphs() {
        return Stream.of(
                Sample.of(
                        "parent and children",
                        () -> {
                            Node parent = new Node("parent");
                            parent.children.add(new Node("child"));
                            parent.children.get(0).parent = parent;
                            return parent;
                        },
                        (a, b) -> assertThat(b.children.get(0).parent).isSameAs(b)),
                Sample.of(
                                "keys that are equal only to themselves",
                                () -> {
                                    Map<Object, String> map = new HashMap<>();
                                    Node key = new Node("key");
                                    map.put(key, "first");
                                    map.put(new Node("key"), "second");
                                    return new ArrayList<Object>(List.of(map, key));
                                },
                                (a, b) -> {
                                    Map<?, ?> map = (Map<?, ?>) b.get(0);
                                    assertThat(map).hasSize(2);
                                    assertThat((Object) map.get(b.get(1))).isEqualTo("first");
                                })
                        .looseBytes(),
                Sample.of(
                        "keys whose equals lies",
                        () -> {
                            Set<Liar> set = new HashSet<>();
                            set.add(new Liar(1));
                            set.add(new Liar(2));
                            return set;
                        },
                        (a, b) -> assertThat(b).hasSize(2)),
                Sample.of(
                                "a key that holds the map that it is in",
                                () -> {
                                    Set<Object> set = new HashSet<>();
                                    set.add(new Holder(set));
                                    return set;
                                },
                                (a, b) -> assertThat(((Holder) b.iterator().next()).held)
                                        .isSameAs(b))
                        .looseBytes(),
                Sample.of("a chain of 400", () -> chain(400), (a, b) -> assertThat(length(b))
                        .isEqualTo(400)));
    }

    static final class Node implements Serializable {
        final String name;
        final List<Node> children = new ArrayList<>();
        Node parent;

        Node(String name) {
            this.name = name;
        }
    }

    record Liar(int number) implements Serializable {
        @Override
        public boolean equals(Object other) {
            return false;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static final class Holder implements Serializable {
        final Object held;

        Holder(Object held) {
            this.held = held;
        }
    }

    static Node chain(int length) {
        Node node = new Node("last");
        for (int i = 1; i < length; i++) {
            Node before = new Node("n");
            before.parent = node;
            node = before;
        }
        return node;
    }

    static int length(Node first) {
        int length = 0;
        for (Node node = first; node != null; node = node.parent) {
            length++;
        }
        return length;
    }

    private static Stream<Sample> notSerializable() {
        return Stream.of(
                Sample.of("plain class", () -> new Money(125), (a, b) -> assertThat(b.cents)
                                .isEqualTo(125))
                        .notSerializable(),
                Sample.of("its constructor gives what is transient", Cached::new, (a, b) -> {
                            b.cache.put("k", "v");
                            b.cache.clear();
                            assertThat(b.name).isEqualTo("set");
                        })
                        .notSerializable(),
                Sample.of("with a part that has its own form", WithSingleton::new, (a, b) -> {
                            assertThat(b.singleton).isSameAs(Singleton.INSTANCE);
                            assertThat(b.scrambled.text).isEqualTo("x");
                            assertThat(b.again).isSameAs(b.scrambled);
                        })
                        .notSerializable(),
                Sample.of("with fields in its superclass", () -> new Derived("x"), (a, b) -> assertThat(
                                        b.below + b.base)
                                .isEqualTo("yx"))
                        .notSerializable(),
                Sample.of(
                                "record that is not serialisable",
                                () -> new Loose(List.of(new Money(1))),
                                (a, b) -> assertThat(((Money) b.all().get(0)).cents)
                                        .isEqualTo(1))
                        .notSerializable());
    }

    static final class Cached {
        final String name;
        final transient Map<String, String> cache = new HashMap<>();
        final Object lock = new Object();

        Cached() {
            name = "set";
        }
    }

    static final class WithSingleton {
        final Singleton singleton = Singleton.INSTANCE;
        final Scrambled scrambled = new Scrambled("x");
        final Scrambled again = scrambled;
    }

    static class Base {
        final String base;

        Base(String base) {
            this.base = base;
        }
    }

    static final class Derived extends Base {
        final String below = new String("y");

        Derived(String base) {
            super(base);
        }
    }

    record Loose(List<?> all) {}
}

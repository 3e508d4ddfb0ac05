package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ringlet.session.Bytes;
import org.ringlet.store.ConfigurationException;

/** Every class of a value passes the filter, both ways, whatever the serialiser. */
class FilterTest {
    private static AttributeCodec open(Dialect dialect, String allowed, String denied) {
        CodecSettings settings = new CodecSettings(
                FilterTest.class.getClassLoader(), ClassFilter.of(allowed, denied), CodecLimits.DEFAULT, false);
        return dialect == Dialect.KRYO ? AttributeCodec.kryo(settings) : AttributeCodec.java(settings);
    }

    static final class Good implements Serializable {
        Object held;
    }

    static final class Bad implements Serializable {
        String text = "bad";

        static Supplier<String> lambda() {
            return (Supplier<String> & Serializable) () -> "from Bad";
        }
    }

    static final class BadForm implements Serializable {
        private void readObject(java.io.ObjectInputStream in) {}
    }

    static class BadBase implements Serializable {
        String text = "base";
    }

    static final class GoodBelowBad extends BadBase {}

    enum BadLevel {
        ONE
    }

    record BadRecord(int n) implements Serializable {}

    interface BadInterface {}

    static final class Handler implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return null;
        }
    }

    /** Refused by the filter of this JVM, as {@code jdk.serialFilter} would set it. */
    static final class RefusedByJvm implements Serializable {
        String text = "x";
    }

    @BeforeAll
    static void setFilterOfTheJvm() {
        ObjectInputFilter.Config.setSerialFilter(
                ObjectInputFilter.Config.createFilter("!" + RefusedByJvm.class.getName()));
    }

    static List<Object> nestings() {
        return List.of(
                new Bad(),
                new BadForm(),
                new GoodBelowBad(),
                BadLevel.ONE,
                new BadRecord(1),
                new Bad[0],
                new Bad[0][0],
                Bad.class,
                Bad.lambda(),
                Proxy.newProxyInstance(
                        FilterTest.class.getClassLoader(), new Class<?>[] {BadInterface.class}, new Handler()));
    }

    private static List<Object> wrapped(Object bad) {
        Good good = new Good();
        good.held = bad;
        Map<Object, Object> map = new HashMap<>();
        map.put(1, bad);
        return List.of(bad, good, new ArrayList<>(List.of("x", bad)), map, new Object[] {bad});
    }

    @ParameterizedTest
    @EnumSource
    void aDeniedClassIsNotWritten(Dialect dialect) {
        try (AttributeCodec codec = open(dialect, "", "org.ringlet.codec.FilterTest$*Bad*")) {
            for (Object bad : nestings()) {
                for (Object value : wrapped(bad)) {
                    assertThatThrownBy(() -> codec.encode(value))
                            .as("%s in %s", bad, value)
                            .isInstanceOf(UnstorableAttributeException.class)
                            .hasMessageContaining("deniedClasses");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDeniedClassIsNotRead(Dialect dialect) {
        try (AttributeCodec before = open(dialect, "", "");
                AttributeCodec codec = open(dialect, "", "org.ringlet.codec.FilterTest$*Bad*")) {
            for (Object bad : nestings()) {
                for (Object value : wrapped(bad)) {
                    Bytes frame = before.encode(value);
                    assertThatThrownBy(() -> codec.decode(frame))
                            .as("%s in %s", bad, value)
                            .isInstanceOf(UnreadableAttributeException.class)
                            .hasMessageContaining("deniedClasses");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void withAllowedClassesOnlyThoseAndThePlainOnesPass(Dialect dialect) {
        try (AttributeCodec all = open(dialect, "", "");
                AttributeCodec codec = open(dialect, "org.ringlet.codec.FilterTest$Good", "")) {
            Good good = new Good();
            good.held = new ArrayList<>(List.of("x", 1, Map.of("k", new HashMap<>(Map.of(2.5, 'c')))));
            assertThat(codec.decode(codec.encode(good))).isInstanceOf(Good.class);
            good.held = new Bad();
            assertThatThrownBy(() -> codec.encode(good))
                    .isInstanceOf(UnstorableAttributeException.class)
                    .hasMessageContaining("allowedClasses");
            Bytes frame = all.encode(good);
            assertThatThrownBy(() -> codec.decode(frame))
                    .isInstanceOf(UnreadableAttributeException.class)
                    .hasMessageContaining("allowedClasses");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKnownTypeCanBeDeniedToo(Dialect dialect) {
        try (AttributeCodec codec = open(dialect, "", "java.util.HashMap")) {
            assertThatThrownBy(() -> codec.encode(new ArrayList<>(List.of(new HashMap<>(Map.of(1, 1))))))
                    .isInstanceOf(UnstorableAttributeException.class)
                    .hasMessageContaining("java.util.HashMap");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFilterOfTheJvmIsHonoured(Dialect dialect) {
        try (AttributeCodec codec = open(dialect, "", "")) {
            assertThatThrownBy(() -> codec.decode(codec.encode(new ArrayList<>(List.of(new RefusedByJvm())))))
                    .isInstanceOfAny(UnreadableAttributeException.class, UnstorableAttributeException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.commons.collections.functors.InvokerTransformer",
                "org.apache.commons.collections4.functors.ChainedTransformer",
                "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
                "bsh.XThis",
                "org.codehaus.groovy.runtime.MethodClosure",
                "org.springframework.aop.framework.JdkDynamicAopProxy",
                "org.springframework.beans.factory.ObjectFactory",
                "javax.script.ScriptEngineManager",
                "javax.naming.InitialContext",
                "java.rmi.server.UnicastRemoteObject",
                "com.mchange.v2.c3p0.PoolBackedDataSource",
                "com.rometools.rome.feed.impl.ObjectBean",
                "java.lang.ProcessBuilder",
                "sun.reflect.annotation.AnnotationInvocationHandler"
            })
    void theClassesOfKnownAttacksAreDenied(String name) {
        assertThat(ClassFilter.builtIn().refusal(name)).isPresent();
        assertThat(ClassFilter.of("**", "").refusal(name)).isPresent();
        assertThat(ClassFilter.of("**, " + name, "").refusal(name)).isEmpty();
        assertThat(ClassFilter.of(name, name).refusal(name)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme.*, com.acme.Order, true",
        "com.acme.*, com.acme.Order$Line, true",
        "com.acme.*, com.acme.sub.Order, false",
        "com.acme.**, com.acme.sub.Order, true",
        "com.acme.**, com.acmeX.Order, false",
        "com.acme.**, org.com.acme.Order, false",
        "com.acme.Order, com.acme.Order, true",
        "com.acme.Order, com.acme.Order$Line, false",
        "com.acme.Order*, com.acme.OrderLine, true",
        "**.dto.*, com.acme.dto.Order, true",
        "com.*.Order, com.acme.Order, true",
        "com.acme.$Odd, com.acme.$Odd, true",
        "com.acme.*, comXacme.Order, false"
    })
    void patternsMatchAsGlobs(String pattern, String name, boolean matches) {
        assertThat(ClassFilter.of(pattern, "").refusal(name).isEmpty()).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".com",
                "com.",
                "com..acme",
                "com/acme",
                "com.acme.***",
                "!com.acme",
                "com.acme;x",
                "[Lcom.A;",
                "9a"
            })
    void anIllFormedPatternIsRefused(String pattern) {
        assertThatThrownBy(() -> ClassFilter.of("", pattern))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("deniedClasses")
                .hasMessageContaining(pattern);
    }

    @ParameterizedTest
    @EnumSource
    void aDistributableApplicationStoresOnlyWhatIsSerializable(Dialect dialect) {
        CodecSettings distributable =
                new CodecSettings(FilterTest.class.getClassLoader(), ClassFilter.builtIn(), CodecLimits.DEFAULT, true);
        try (AttributeCodec codec =
                dialect == Dialect.KRYO ? AttributeCodec.kryo(distributable) : AttributeCodec.java(distributable)) {
            for (Sample sample : NeverDifferentFromJavaTest.samples()) {
                Object value = sample.value().get();
                if (sample.isSerializable()) {
                    assertThatCode(() -> codec.encode(value)).as(sample.name()).doesNotThrowAnyException();
                } else {
                    assertThatThrownBy(() -> codec.encode(value))
                            .as(sample.name())
                            .isInstanceOf(UnstorableAttributeException.class);
                }
            }
        }
    }
}

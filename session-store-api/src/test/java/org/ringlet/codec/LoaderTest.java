package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ringlet.session.Bytes;

/** The application's class loader, and no other, on whatever thread; and nothing of it is held after the end. */
class LoaderTest {
    private static final String USER =
            "class User implements Serializable { String name = \"ann\"; User[] friends = {};"
                    + " Class<?> type = User[].class; ClassLoader seen() { return Thread.currentThread().getContextClassLoader(); } }";

    private static AttributeCodec open(Dialect dialect, ClassLoader loader) {
        CodecSettings settings = CodecSettings.of(loader);
        return dialect == Dialect.KRYO ? AttributeCodec.kryo(settings) : AttributeCodec.java(settings);
    }

    @ParameterizedTest
    @EnumSource
    void aThreadOfAnotherLoaderDecodesToo(Dialect dialect) throws Exception {
        Deployment application = Deployment.of(USER);
        ExecutorService background = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "background");
            thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
            return thread;
        });
        try (AttributeCodec codec = open(dialect, application)) {
            Bytes frame = codec.encode(application.make("User"));
            Object user = background.submit(() -> codec.decode(frame)).get();
            assertThat(user.getClass().getClassLoader()).isSameAs(application);
            assertThat(Deployment.field(user, "type"))
                    .isSameAs(application.type("User").arrayType());
            assertThat(background
                            .submit(() -> Thread.currentThread().getContextClassLoader())
                            .get())
                    .isSameAs(ClassLoader.getPlatformClassLoader());
        } finally {
            background.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void applicationCodeSeesItsOwnLoaderOnTheThread(Dialect dialect) {
        Deployment application = Deployment.of(
                "class User implements Serializable { transient ClassLoader seen;"
                        + " private void readObject(ObjectInputStream in) { seen = Thread.currentThread().getContextClassLoader(); } }");
        try (AttributeCodec codec = open(dialect, application)) {
            Object user = CompletableFuture.supplyAsync(() -> codec.decode(codec.encode(application.make("User"))))
                    .join();
            assertThat(Deployment.field(user, "seen")).isSameAs(application);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClosedCodecHoldsNoClassOfTheApplication(Dialect dialect) {
        AttributeCodec codec = open(dialect, ClassLoader.getSystemClassLoader());
        WeakReference<ClassLoader> application = useAndStop(dialect);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return application.get() == null;
        });
        codec.close();
    }

    private static WeakReference<ClassLoader> useAndStop(Dialect dialect) {
        Deployment application = Deployment.of(USER);
        AttributeCodec codec = open(dialect, application);
        codec.decode(codec.encode(application.make("User")));
        codec.isImmutable(application.make("User"));
        codec.close();
        KEPT.add(codec);
        return new WeakReference<>(application);
    }

    /** As a manager that is itself held longer would keep it. */
    private static final java.util.List<AttributeCodec> KEPT = new java.util.ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void aClosedCodecRefusesToWork(Dialect dialect) {
        AttributeCodec codec = open(dialect, getClass().getClassLoader());
        Bytes frame = codec.encode("x");
        codec.close();
        codec.close();
        assertThatThrownBy(() -> codec.encode("x")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> codec.decode(frame)).isInstanceOf(IllegalStateException.class);
    }
}

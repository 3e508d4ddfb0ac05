package org.ringlet.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFileWatcherTest {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    @TempDir
    private Path directory;

    private final Looks looks = new Looks();
    private final LogLines log = new LogLines();
    private final List<String> heard = new ArrayList<>();
    private Path file;

    @BeforeEach
    void declareOneSrun() throws IOException {
        log.begin();
        file = Files.writeString(directory.resolve("cluster.xml"), cluster("one"));
    }

    @AfterEach
    void stopLogging() {
        log.end();
    }

    @Test
    void hasTheClusterFromTheStart() {
        assertThat(watch().current().name()).isEqualTo("one");
    }

    @Test
    void doesNotStartOnAnInvalidFile() throws IOException {
        Files.writeString(file, "<cluster/>");

        assertThatThrownBy(this::watch).isInstanceOf(ClusterFileException.class);
    }

    @Test
    void takesOverANewVersionAndTellsWhatItWasAndIs() throws IOException {
        ClusterFileWatcher watcher = watch();
        Files.writeString(file, cluster("two"));

        looks.look();

        assertThat(watcher.current().name()).isEqualTo("two");
        assertThat(heard).containsExactly("one -> two");
        assertThat(log.lines).singleElement().asString().startsWith("INFO " + file + ": a new version is in effect");
    }

    @Test
    void saysNothingWhileNothingChanges() throws IOException {
        watch();
        Files.writeString(file, cluster("one"));

        looks.look();
        looks.look();

        assertThat(heard).isEmpty();
        assertThat(log.lines).isEmpty();
    }

    @Test
    void doesNotTellOfAVersionThatDeclaresTheSame() throws IOException {
        watch();
        Files.writeString(file, cluster("one") + "<!-- looked through by the night shift -->");

        looks.look();

        assertThat(heard).isEmpty();
        assertThat(log.lines).isEmpty();
    }

    @Test
    void keepsTheRunningVersionAndSaysOnceWhatIsWrongWithTheNewOne() throws IOException {
        ClusterFileWatcher watcher = watch();
        Files.writeString(file, cluster("two").replace("8080", "808080"));

        looks.look();
        looks.look();

        assertThat(watcher.current().name()).isEqualTo("one");
        assertThat(heard).isEmpty();
        assertThat(log.lines)
                .singleElement()
                .asString()
                .startsWith("WARNING " + file + ": the new version is refused")
                .contains(file + ":1:53: http-port is '808080'; allowed: a whole number from 1 to 65535");
    }

    @Test
    void keepsTheRunningVersionWhileANewOneIsHalfWritten() throws IOException {
        ClusterFileWatcher watcher = watch();
        byte[] whole = cluster("two").getBytes(UTF_8);

        for (int written = 0; written < whole.length; written += 10) {
            Files.write(file, Arrays.copyOf(whole, written));
            looks.look();
            assertThat(watcher.current().name()).isEqualTo("one");
        }
        Files.write(file, whole);
        looks.look();

        assertThat(heard).containsExactly("one -> two");
    }

    @Test
    void keepsTheRunningVersionWhenTheFileGoesAndSaysSoOnce() throws IOException {
        ClusterFileWatcher watcher = watch();
        Files.delete(file);

        looks.look();
        looks.look();

        assertThat(watcher.current().name()).isEqualTo("one");
        assertThat(log.lines)
                .containsExactly(
                        "WARNING " + file + ": the file does not exist; the cluster goes on as it was last declared");
    }

    @Test
    void takesOverWhatComesBackAfterTheFileWasGone() throws IOException {
        ClusterFileWatcher watcher = watch();
        Files.delete(file);
        looks.look();
        Files.writeString(file, cluster("two"));

        looks.look();

        assertThat(watcher.current().name()).isEqualTo("two");
    }

    @Test
    void noticesAFileThatIsRenamedOverIt() throws IOException {
        ClusterFileWatcher watcher = watch();
        Path next = Files.writeString(directory.resolve("cluster.xml.new"), cluster("two"));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);

        looks.look();

        assertThat(watcher.current().name()).isEqualTo("two");
    }

    /** A ConfigMap: cluster.xml -> ..data/cluster.xml, ..data -> ..1, and then ..data -> ..2. */
    @Test
    void noticesALinkThatIsSwappedBehindALink() throws IOException {
        Path mounted = Files.createDirectory(directory.resolve("mounted"));
        Files.writeString(Files.createDirectory(mounted.resolve("..1")).resolve("cluster.xml"), cluster("one"));
        Files.writeString(Files.createDirectory(mounted.resolve("..2")).resolve("cluster.xml"), cluster("two"));
        Path data = Files.createSymbolicLink(mounted.resolve("..data"), Path.of("..1"));
        file = Files.createSymbolicLink(mounted.resolve("cluster.xml"), Path.of("..data", "cluster.xml"));
        ClusterFileWatcher watcher = watch();

        Path swapped = Files.createSymbolicLink(mounted.resolve("..data_tmp"), Path.of("..2"));
        Files.move(swapped, data, StandardCopyOption.ATOMIC_MOVE);
        looks.look();

        assertThat(watcher.current().name()).isEqualTo("two");
    }

    @Test
    void tellsTheOtherListenersWhenOneFails() throws IOException {
        ClusterFileWatcher watcher = ClusterFileWatcher.watch(file, name -> Optional.empty(), INTERVAL, looks);
        watcher.listen((before, now) -> {
            throw new IllegalStateException("broken");
        });
        watcher.listen(this::hear);
        Files.writeString(file, cluster("two"));

        looks.look();

        assertThat(heard).containsExactly("one -> two");
        assertThat(log.lines).anyMatch(line -> line.startsWith("SEVERE a listener failed"));
    }

    @Test
    void givesAListenerTheVersionAfterWhichItHearsOfAll() throws IOException {
        ClusterFileWatcher watcher = watch();
        Files.writeString(file, cluster("two"));
        looks.look();

        List<String> late = new ArrayList<>();
        Cluster from = watcher.listen((before, now) -> late.add(before.name() + " -> " + now.name()));
        Files.writeString(file, cluster("three"));
        looks.look();

        assertThat(from.name()).isEqualTo("two");
        assertThat(late).containsExactly("two -> three");
    }

    @Test
    void tellsNobodyOnceItIsClosed() throws IOException {
        ClusterFileWatcher watcher = watch();
        watcher.close();
        watcher.close();
        Files.writeString(file, cluster("two"));

        looks.look();

        assertThat(looks.ended).isTrue();
        assertThat(watcher.current().name()).isEqualTo("one");
        assertThat(heard).isEmpty();
    }

    @Test
    void looksFromANamedDaemonThreadOfItsOwnUntilItIsClosed() throws Exception {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        Thread thread;
        try (ClusterFileWatcher watcher = ClusterFileWatcher.watch(file, Duration.ofMillis(1))) {
            watcher.listen((before, now) -> threads.add(Thread.currentThread()));
            Files.move(
                    Files.writeString(directory.resolve("next"), cluster("two")), file, StandardCopyOption.ATOMIC_MOVE);
            thread = threads.poll(30, TimeUnit.SECONDS);
        }

        assertThat(thread).isNotNull();
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).isEqualTo("ringlet-cluster-file");
        await().until(() -> !thread.isAlive());
    }

    private ClusterFileWatcher watch() {
        ClusterFileWatcher watcher = ClusterFileWatcher.watch(file, name -> Optional.empty(), INTERVAL, looks);
        watcher.listen(this::hear);
        return watcher;
    }

    private void hear(Cluster before, Cluster now) {
        heard.add(before.name() + " -> " + now.name());
    }

    private static String cluster(String name) {
        return "<cluster name='" + name + "'><srun id='a' index='0' host='h' http-port='8080'/></cluster>";
    }

    /** Looks when the test says so. */
    private static final class Looks implements Repeater {
        private Runnable task = () -> {};
        private boolean ended;

        @Override
        public Running every(Duration interval, Runnable repeated) {
            task = repeated;
            return () -> ended = true;
        }

        void look() {
            task.run();
        }
    }

    private static final class LogLines extends Handler {
        private final List<String> lines = new ArrayList<>();
        private final Logger logger = Logger.getLogger(ClusterFileWatcher.class.getName());
        private final SimpleFormatter formatter = new SimpleFormatter();

        void begin() {
            logger.setUseParentHandlers(false);
            logger.addHandler(this);
        }

        void end() {
            logger.removeHandler(this);
            logger.setUseParentHandlers(true);
        }

        @Override
        public synchronized void publish(LogRecord line) {
            Level level = line.getLevel();
            lines.add(level.getName() + " " + formatter.formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}

package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ringlet.it.harness.Browser;
import org.ringlet.it.harness.Build;
import org.ringlet.it.harness.ChildProcess;
import org.ringlet.it.harness.FreePorts;

/** {@code bin/ringlet demo}, as a visitor sees it. */
class DemoIT {
    private static final Pattern SRUN = Pattern.compile("kill -9 (\\d+) +# srun (\\w)");
    private static final Pattern DIRECTORY = Pattern.compile("router in (\\S+)");

    @TempDir
    private Path directory;

    private ChildProcess demo;

    @AfterEach
    void stop() {
        if (demo != null) {
            demo.close();
        }
    }

    @Test
    void theCartOutlivesItsJvmAndNothingOutlivesTheDemo() throws Exception {
        int port = FreePorts.takeRow(8);
        start(port);
        List<MatchResult> sruns = SRUN.matcher(demo.output()).results().toList();
        assertThat(sruns).hasSize(3);

        Browser visitor = new Browser();
        String cart = visitor.tryPost(port, "/api/cart?product=mug").text();
        assertThat(cart).contains("\"items\":1");
        assertThat(visitor.get(port, "/").text()).contains("Morning mug");

        kill(sruns, cart.replaceFirst(".*\"srun\":\"(\\w)\".*", "$1"));
        assertThat(visitor.get(port, "/api/cart").text())
                .contains("\"items\":1")
                .doesNotContain(srunOf(cart));
        await().atMost(Duration.ofMinutes(1)).until(() -> demo.output().contains("is back"));
        await().atMost(Duration.ofSeconds(15))
                .until(() -> visitor.get(port, "/api/cart").text().contains(srunOf(cart)));
        assertThat(visitor.get(port, "/api/cart").text()).contains("\"items\":1");

        List<ProcessHandle> children =
                ProcessHandle.of(demo.pid()).orElseThrow().children().toList();
        assertThat(children).hasSize(3);
        demo.stop();
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        assertThat(Path.of(DIRECTORY
                        .matcher(demo.output())
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1)))
                .doesNotExist();
    }

    @Test
    void theTomcatsEndEvenIfTheDemoIsKilled() {
        start(
                FreePorts.takeRow(4),
                "--nodes",
                "1",
                "--dir",
                directory.resolve("demo").toString());
        List<ProcessHandle> children =
                ProcessHandle.of(demo.pid()).orElseThrow().children().toList();
        assertThat(children).hasSize(1);

        demo.kill9();
        await().atMost(Duration.ofSeconds(20)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(Files.exists(directory.resolve("demo"))).isTrue();
    }

    private void start(int port, String... more) {
        List<String> command = new ArrayList<>(
                List.of(Build.ringlet().resolve("bin/ringlet").toString(), "demo", "--port", Integer.toString(port)));
        command.addAll(List.of(more));
        demo = ChildProcess.start(
                "demo", directory.resolve("demo.log"), Map.of("JAVA_HOME", System.getProperty("java.home")), command);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> demo.output().contains("Ctrl-C ends all of it") || !demo.isAlive());
        assertThat(demo.isAlive()).as(demo.toString()).isTrue();
    }

    private static void kill(List<MatchResult> sruns, String id) {
        MatchResult killed = sruns.stream()
                .filter(srun -> srun.group(2).equals(id))
                .findFirst()
                .orElseThrow();
        ProcessHandle.of(Long.parseLong(killed.group(1))).orElseThrow().destroyForcibly();
    }

    private static String srunOf(String cart) {
        return cart.replaceFirst(".*(\"srun\":\"\\w\").*", "$1");
    }
}

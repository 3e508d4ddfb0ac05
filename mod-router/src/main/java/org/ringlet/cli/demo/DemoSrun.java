package org.ringlet.cli.demo;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ringlet.cli.CommandFailedException;

/** One Tomcat of the demo, through the lives of its JVMs. */
final class DemoSrun {
    private static final Duration TIME_TO_START = Duration.ofSeconds(60);
    private static final Duration TIME_TO_STOP = Duration.ofSeconds(5);

    private final String id;
    private final int port;
    private final ProcessBuilder command;
    private final Path log;

    @GuardedBy("this")
    private @Nullable Process process;

    @GuardedBy("this")
    private boolean isEnded;

    DemoSrun(DemoPlan plan, DemoDirectory directory, int index) {
        this.id = plan.ids().get(index);
        this.port = plan.ports().tomcat(index);
        this.log = directory.log("srun-" + id);
        this.command = new ProcessBuilder(commandLine(plan, directory))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    String id() {
        return id;
    }

    int port() {
        return port;
    }

    /** A new JVM; none once the demo has ended. */
    synchronized Optional<Process> start() throws IOException {
        if (isEnded) {
            return Optional.empty();
        }
        Process started = command.start();
        process = started;
        return Optional.of(started);
    }

    /** Returns when the shop answers. */
    void awaitUp(Process started) throws InterruptedException {
        long deadline = System.nanoTime() + TIME_TO_START.toNanos();
        while (!ShopProbe.answers(port)) {
            if (started.waitFor(50, TimeUnit.MILLISECONDS)) {
                throw new CommandFailedException("srun " + id + " ended while it started, exit code "
                        + started.exitValue() + "; its log is " + log);
            }
            if (System.nanoTime() - deadline > 0) {
                throw new CommandFailedException("srun " + id + " does not answer on port " + port + " after "
                        + TIME_TO_START.toSeconds() + " s; its log is " + log);
            }
        }
    }

    /** Asks its JVM to end, and lets no other begin. */
    synchronized void end() {
        isEnded = true;
        if (process != null) {
            process.destroy();
        }
    }

    /** After {@link #end}. */
    synchronized void awaitEnd() throws InterruptedException {
        if (process != null && !process.waitFor(TIME_TO_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private List<String> commandLine(DemoPlan plan, DemoDirectory directory) {
        Path base = directory.base(id);
        Path tomcat = plan.home().tomcat();
        Path bin = tomcat.resolve("bin");
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                // as Tomcat's own start script has them
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED",
                "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
                "-Djava.util.logging.config.file=" + base.resolve("conf/logging.properties"),
                "-Djava.io.tmpdir=" + base.resolve("temp"),
                "-Dcatalina.home=" + tomcat,
                "-Dcatalina.base=" + base,
                "-Dorg.apache.catalina.startup.EXIT_ON_INIT_FAILURE=true",
                "-Ddemo.directory=" + directory.root(),
                "-Ddemo.http.port=" + port,
                "-Dringlet.srun=" + id,
                "-Dshop.sruns=" + String.join(",", plan.ids()),
                "-cp",
                String.join(
                        File.pathSeparator,
                        bin.resolve("bootstrap.jar").toString(),
                        bin.resolve("tomcat-juli.jar").toString(),
                        directory.launcher().toString()),
                TomcatMain.class.getName());
    }
}

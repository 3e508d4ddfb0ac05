package org.ringlet.cli.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ringlet.cli.CommandFailedException;
import org.ringlet.cluster.ClusterFile;
import org.ringlet.router.Router;

/** A running demo. It ends with this JVM, on whatever signal, and takes its processes and its directory with it. */
public final class Demo {
    private static final Duration PAUSE_BEFORE_RESTART = Duration.ofSeconds(10);
    private static final Duration TIME_FOR_FIRST_ANSWER = Duration.ofSeconds(15);

    /**
     * Ctrl-C reaches the Tomcats as soon as it reaches us: a death is believed to be one of its own only if the demo has
     * not begun to end meanwhile.
     */
    private static final Duration DOUBT = Duration.ofMillis(300);

    private final DemoDirectory directory;
    private final DemoPorts ports;
    private final PrintWriter out;
    private final List<DemoSrun> sruns;
    private final CountDownLatch ending = new CountDownLatch(1);

    private volatile @Nullable Router router;

    private Demo(DemoPlan plan, DemoDirectory directory, PrintWriter out) {
        this.directory = directory;
        this.ports = plan.ports();
        this.out = out;
        this.sruns = IntStream.range(0, ports.nodes())
                .mapToObj(index -> new DemoSrun(plan, directory, index))
                .toList();
    }

    /** Returns when the shop works through the router. */
    public static Demo start(DemoPlan plan, PrintWriter out) throws IOException, InterruptedException {
        plan.ports().requireFree();
        DemoDirectory directory =
                plan.directory().isPresent() ? DemoDirectory.at(plan.directory().get()) : DemoDirectory.temporary();
        var demo = new Demo(plan, directory, out);
        Runtime.getRuntime().addShutdownHook(new Thread(demo::end, "demo-end"));
        directory.lay(plan);
        try {
            demo.startAll();
        } catch (CommandFailedException e) {
            // Ctrl-C has ended a Tomcat that was about to start: that is no failure
            if (!demo.endsWithin(DOUBT)) {
                throw e;
            }
        }
        return demo;
    }

    /** Waits for ever: a signal ends the JVM, and so the demo. */
    public void await() throws InterruptedException {
        ending.await();
    }

    private void startAll() throws IOException, InterruptedException {
        out.println("Starting " + sruns.size() + (sruns.size() == 1 ? " Tomcat" : " Tomcats") + " and the router in "
                + directory.root());
        Map<DemoSrun, Process> processes = new LinkedHashMap<>();
        for (DemoSrun srun : sruns) {
            srun.start().ifPresent(process -> processes.put(srun, process));
        }
        for (var started : processes.entrySet()) {
            started.getKey().awaitUp(started.getValue());
            out.println("  srun " + started.getKey().id() + " is up, pid "
                    + started.getValue().pid());
        }
        startRouter();
        out.println("  the router is up");
        out.println(invitation(processes));
        processes.forEach(this::watchOver);
    }

    private void startRouter() throws IOException, InterruptedException {
        RouterLog.sendTo(directory.log("router"));
        router = Router.start(ClusterFile.read(directory.clusterFile()));
        long deadline = System.nanoTime() + TIME_FOR_FIRST_ANSWER.toNanos();
        while (!ShopProbe.keepsSessions(ports.router())) {
            if (System.nanoTime() - deadline > 0) {
                throw new CommandFailedException("the shop does not keep a session through the router on port "
                        + ports.router() + "; the logs are in " + directory.logs());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private void watchOver(DemoSrun srun, Process process) {
        var thread = new Thread(() -> keepUp(srun, process), "demo-watch-" + srun.id());
        thread.setDaemon(true);
        thread.start();
    }

    private void keepUp(DemoSrun srun, Process first) {
        try {
            Optional<Process> process = Optional.of(first);
            // goes round with each JVM of the srun
            while (process.isPresent()) {
                process = successor(srun, process.get());
            }
        } catch (IOException | CommandFailedException e) {
            announce("srun " + srun.id() + " did not come back: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the JVM to die and starts the next one; none if the demo ends. */
    private Optional<Process> successor(DemoSrun srun, Process process) throws IOException, InterruptedException {
        int exitCode = process.waitFor();
        if (endsWithin(DOUBT)) {
            return Optional.empty();
        }
        announce("srun " + srun.id() + " (pid " + process.pid() + ") is gone, exit code " + exitCode
                + ". Reload the shop: another srun serves your session. A new JVM starts in "
                + PAUSE_BEFORE_RESTART.toSeconds() + " s.");
        if (endsWithin(PAUSE_BEFORE_RESTART)) {
            return Optional.empty();
        }
        Optional<Process> started = srun.start();
        if (started.isPresent()) {
            srun.awaitUp(started.get());
            announce("srun " + srun.id() + " is back and serves its sessions again. To kill it once more: kill -9 "
                    + started.get().pid());
        }
        return started;
    }

    private boolean endsWithin(Duration time) throws InterruptedException {
        return ending.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void announce(String event) {
        if (ending.getCount() > 0) {
            out.println(LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + "  " + event);
        }
    }

    private String invitation(Map<DemoSrun, Process> processes) {
        List<String> kills = new ArrayList<>();
        processes.forEach((srun, process) -> kills.add("       kill -9 " + process.pid() + "     # srun " + srun.id()
                + ", http://127.0.0.1:" + srun.port() + "/"));
        return """

                The shop     http://127.0.0.1:%d/

                Try this:
                  1. Put something into your cart. The dark strip on top of the page tells which srun served it.
                  2. Kill that srun, in another terminal:
                %s
                  3. Reload the page. Another srun serves it, and your cart is still there.
                  4. Ten seconds later the killed one is started again, and takes its sessions back.

                Logs         %s
                Ctrl-C ends all of it.
                """
                .formatted(ports.router(), String.join(System.lineSeparator(), kills), directory.logs());
    }

    private void end() {
        ending.countDown();
        sruns.forEach(DemoSrun::end);
        Router running = router;
        if (running != null) {
            running.stop(Duration.ZERO);
        }
        try {
            for (DemoSrun srun : sruns) {
                srun.awaitEnd();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        directory.close();
    }
}

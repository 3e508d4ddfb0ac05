package org.ringlet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private static final String THREE_SRUNS =
            """
            <cluster name="shop" secret="0123456789abcdef0123456789abcdef">
              <srun id="a" index="0" host="127.0.0.1" http-port="8080"/>
              <srun id="b" index="1" host="127.0.0.1" http-port="8081"/>
              <srun id="c" index="2" host="127.0.0.1" http-port="8082"/>
            </cluster>
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void checkSaysWhatASoundFileDeclares() throws IOException {
        Path file = clusterFile(THREE_SRUNS);

        assertThat(run("check", file.toString())).isZero();
        assertThat(out.toString().strip()).isEqualTo(file + ": cluster shop, 3 sruns, fine");
    }

    @Test
    void checkFailsAndShowsTheFaultsOfAnUnsoundFile() throws IOException {
        Path file = clusterFile(THREE_SRUNS.replace("index=\"1\"", "index=\"0\""));

        assertThat(run("check", file.toString())).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("cluster.xml:3:");
    }

    @Test
    void checkFailsOnAFileThatIsNotThere() {
        assertThat(run("check", directory.resolve("none.xml").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("none.xml").doesNotContain("\tat ");
    }

    @Test
    void routerDoesNotStartWithAnUnsoundFile() throws IOException {
        Path file = clusterFile(THREE_SRUNS.replace("shop", ""));

        assertThat(run("router", "--cluster", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("the router was not started").contains("cluster.xml:1:");
    }

    @Test
    void wrongUsageIsToldFromFailure() {
        assertThat(run()).isEqualTo(2);
        assertThat(run("router")).isEqualTo(2);
        assertThat(run("check")).isEqualTo(2);
        assertThat(run("check", "a.xml", "b.xml")).isEqualTo(2);
        assertThat(run("demo", "--nodes", "many")).isEqualTo(2);
    }

    @Test
    void unknownCommandsAreAnsweredWithTheNearestOne() {
        assertThat(run("chek", "cluster.xml")).isEqualTo(2);
        assertThat(err.toString()).contains("chek").contains("ringlet check").contains("ringlet --help");
    }

    @Test
    void demoRefusesMoreTomcatsThanItHasNamesFor() {
        assertThat(run("demo", "--nodes", "27")).isEqualTo(2);
        assertThat(err.toString()).contains("--nodes is 27: 1 to 26 are possible");
    }

    @Test
    void demoRefusesAPortThatLeavesNoRoomForTheOthers() {
        assertThat(run("demo", "--port", "65530")).isEqualTo(2);
        assertThat(err.toString()).contains("--port is 65530: 1 to 65528 are possible with 3 Tomcats");
    }

    @Test
    void demoNamesTheStoresThatThereAre() {
        assertThat(run("demo", "--store", "disc")).isEqualTo(2);
        assertThat(err.toString()).contains("'disc' is no store of this version; there is: [ring, file]");
    }

    @Test
    void helpListsTheCommandsAndTheExitCodes() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("demo", "router", "check", "Exit codes", "RINGLET_JAVA_OPTS");
    }

    @Test
    void versionIsPrinted() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("ringlet ");
    }

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private Path clusterFile(String xml) throws IOException {
        return Files.writeString(directory.resolve("cluster.xml"), xml);
    }
}

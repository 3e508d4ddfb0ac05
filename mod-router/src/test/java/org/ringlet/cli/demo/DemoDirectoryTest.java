package org.ringlet.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ringlet.cli.CommandFailedException;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.ClusterFile;
import org.ringlet.cluster.Srun;

class DemoDirectoryTest {
    @TempDir
    private Path temporary;

    private DemoPlan plan;

    @BeforeEach
    void distribution() throws IOException {
        Path home = temporary.resolve("home");
        for (String file : new String[] {
            "lib/ringlet-tomcat.jar",
            "demo/shop.war",
            "demo/apache-tomcat-1/conf/catalina.properties",
            "demo/apache-tomcat-1/conf/web.xml"
        }) {
            Files.createDirectories(home.resolve(file).getParent());
            Files.writeString(home.resolve(file), file);
        }
        plan = new DemoPlan(DemoHome.of(home), new DemoPorts(8000, 2), DemoPlan.Store.FILE, Optional.empty());
    }

    @Test
    void laysAClusterFileThatNamesEachTomcat() throws IOException {
        DemoDirectory directory = DemoDirectory.at(temporary.resolve("demo"));
        directory.lay(plan);

        Cluster cluster = ClusterFile.read(directory.clusterFile());
        assertThat(cluster.sruns()).extracting(Srun::id).containsExactly("a", "b");
        assertThat(cluster.sruns()).extracting(Srun::httpPort).containsExactly(8002, 8003);
        assertThat(cluster.router().port()).isEqualTo(8000);
        assertThat(cluster.router().admin().port()).isEqualTo(8001);
    }

    @Test
    void keepsTheSecretFromOthersOfThisMachine() throws IOException {
        DemoDirectory directory = DemoDirectory.at(temporary.resolve("demo"));
        directory.lay(plan);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.clusterFile())))
                .isEqualTo("rw-------");
        assertThat(ClusterFile.read(directory.clusterFile()).secret().orElseThrow())
                .hasSizeGreaterThanOrEqualTo(32);
    }

    @Test
    void installsTheDropInAndTheShop() throws IOException {
        DemoDirectory directory = DemoDirectory.at(temporary.resolve("demo"));
        directory.lay(plan);

        assertThat(directory.base("b").resolve("lib/ringlet-tomcat.jar")).hasContent("lib/ringlet-tomcat.jar");
        assertThat(directory.base("b").resolve("webapps/ROOT.war")).hasContent("demo/shop.war");
        assertThat(directory.launcher().resolve("org/ringlet/cli/demo/TomcatMain.class"))
                .exists();
    }

    @Test
    void keepsTheSecretOfAnEarlierDemo() throws IOException {
        DemoDirectory.at(temporary.resolve("demo")).lay(plan);
        DemoDirectory again = DemoDirectory.at(temporary.resolve("demo"));
        Optional<String> secret = ClusterFile.read(again.clusterFile()).secret();
        again.lay(plan);

        assertThat(ClusterFile.read(again.clusterFile()).secret()).isEqualTo(secret);
    }

    @Test
    void refusesADirectoryOfSomethingElse() {
        assertThatThrownBy(() -> DemoDirectory.at(temporary))
                .isInstanceOf(CommandFailedException.class)
                .hasMessageContaining("neither empty nor the directory of an earlier demo");
    }

    @Test
    void removesOnlyATemporaryDirectory() throws IOException {
        DemoDirectory kept = DemoDirectory.at(temporary.resolve("demo"));
        kept.lay(plan);
        kept.close();
        DemoDirectory removed = DemoDirectory.temporary();
        removed.lay(plan);
        removed.close();

        assertThat(kept.root()).exists();
        assertThat(removed.root()).doesNotExist();
    }

    @Test
    void tellsWhatTheDistributionLacks() {
        assertThatThrownBy(() -> DemoHome.of(temporary.resolve("nowhere")))
                .isInstanceOf(CommandFailedException.class)
                .hasMessageContaining("demo/shop.war");
    }
}

package org.ringlet.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ringlet.it.harness.Build;
import org.ringlet.it.harness.ChildProcess;

/** What is in the zip. */
class DistributionIT {
    @TempDir
    private Path directory;

    @Test
    void theDropInHasNoClassOutsideOurPackage() throws IOException {
        assertThat(entries("ringlet-tomcat.jar"))
                .filteredOn(entry -> entry.endsWith(".class"))
                .isNotEmpty()
                .allMatch(entry -> entry.startsWith("org/ringlet/"))
                .noneMatch(entry -> entry.endsWith("module-info.class"))
                .contains("org/ringlet/shaded/com/esotericsoftware/kryo/Kryo.class");
    }

    @Test
    void theDropInFindsItsStores() throws IOException {
        try (JarFile jar = jar("ringlet-tomcat.jar")) {
            var services = jar.getEntry("META-INF/services/org.ringlet.store.SessionStoreProvider");
            assertThat(new String(jar.getInputStream(services).readAllBytes(), StandardCharsets.UTF_8))
                    .contains("org.ringlet.store.file.", "org.ringlet.store.ring.");
        }
    }

    @Test
    void bothJarsCarryTheirLicences() throws IOException {
        for (String jar : List.of("ringlet-tomcat.jar", "ringlet-router.jar")) {
            assertThat(entries(jar)).contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/licenses/kryo.txt");
        }
    }

    @Test
    void theExampleOfAClusterFileIsSound() throws IOException {
        var check = run("check", Build.ringlet().resolve("conf/cluster.xml").toString());

        assertThat(check.awaitEnd()).isZero();
        assertThat(check.output()).contains("cluster shop, 3 sruns, fine");
    }

    @Test
    void theScriptWorksThroughALinkAndFromAnywhere() throws IOException {
        Path link = Files.createSymbolicLink(
                Files.createDirectory(directory.resolve("a b")).resolve("link"),
                Build.ringlet().resolve("bin/ringlet"));
        var version = ChildProcess.start(
                "version", directory.resolve("version.log"), Map.of(), List.of(link.toString(), "--version"));

        assertThat(version.awaitEnd()).isZero();
        assertThat(version.output()).startsWith("ringlet ");
        Files.delete(link);
    }

    private ChildProcess run(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(Build.ringlet().resolve("bin/ringlet").toString()));
        command.addAll(List.of(arguments));
        return ChildProcess.start(
                "ringlet",
                directory.resolve("ringlet.log"),
                Map.of("RINGLET_SECRET", "only-for-tests-only-for-tests-only-for-tests"),
                command);
    }

    private static JarFile jar(String name) throws IOException {
        return new JarFile(Build.ringlet().resolve("lib").resolve(name).toFile());
    }

    private static List<String> entries(String jar) throws IOException {
        try (JarFile file = jar(jar)) {
            return file.stream().map(ZipEntry::getName).toList();
        }
    }
}

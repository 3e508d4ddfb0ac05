package org.ringlet.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ringlet.cli.CommandFailedException;
import org.ringlet.cluster.ClusterFile;

/** Where a demo lives: the cluster file, the sessions, the logs, and a {@code CATALINA_BASE} for each srun. */
final class DemoDirectory {
    private final Path root;
    private final boolean isTemporary;

    private DemoDirectory(Path root, boolean isTemporary) {
        this.root = root;
        this.isTemporary = isTemporary;
    }

    static DemoDirectory temporary() throws IOException {
        return new DemoDirectory(Files.createTempDirectory("ringlet-demo-"), true);
    }

    /** A new or empty directory, or that of an earlier demo. It is kept. */
    static DemoDirectory at(Path directory) throws IOException {
        Path root = directory.toAbsolutePath().normalize();
        Files.createDirectories(root);
        var demo = new DemoDirectory(root, false);
        try (DirectoryStream<Path> content = Files.newDirectoryStream(root)) {
            if (content.iterator().hasNext() && !Files.exists(demo.clusterFile())) {
                throw new CommandFailedException(
                        "--dir " + directory + " is neither empty nor the directory of an earlier demo");
            }
        }
        return demo;
    }

    Path root() {
        return root;
    }

    Path clusterFile() {
        return root.resolve("cluster.xml");
    }

    Path logs() {
        return root.resolve("logs");
    }

    Path log(String name) {
        return logs().resolve(name + ".log");
    }

    Path base(String srun) {
        return root.resolve("srun-" + srun);
    }

    /** A directory for a class path, with nothing in it but {@link TomcatMain}. */
    Path launcher() {
        return root.resolve("launcher");
    }

    void lay(DemoPlan plan) throws IOException {
        Files.createDirectories(logs());
        Files.createDirectories(
                root.resolve("sessions"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        writeClusterFile(plan.ports(), plan.ids());
        String launcher = TomcatMain.class.getName().replace('.', '/') + ".class";
        copyResource("/" + launcher, launcher().resolve(launcher));
        for (String id : plan.ids()) {
            layBase(plan, base(id));
        }
    }

    /** Removes it if it is temporary. */
    void close() {
        if (!isTemporary) {
            return;
        }
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void layBase(DemoPlan plan, Path base) throws IOException {
        DemoHome home = plan.home();
        for (String directory : List.of("conf", "lib", "webapps", "temp", "work")) {
            Files.createDirectories(base.resolve(directory));
        }
        for (String file : List.of("catalina.properties", "web.xml")) {
            copy(
                    home.tomcat().resolve("conf").resolve(file),
                    base.resolve("conf").resolve(file));
        }
        for (String file : List.of("server.xml", "logging.properties")) {
            copyResource(file, base.resolve("conf").resolve(file));
        }
        copyResource("context-" + plan.store() + ".xml", base.resolve("conf/context.xml"));
        copy(home.dropIn(), base.resolve("lib/ringlet-tomcat.jar"));
        copy(home.shop(), base.resolve("webapps/ROOT.war"));
    }

    private void writeClusterFile(DemoPorts ports, List<String> ids) throws IOException {
        String secret = earlierSecret().orElseGet(DemoDirectory::newSecret);
        var xml = new StringBuilder("<cluster name=\"demo\" secret=\"" + secret + "\">\n");
        for (int index = 0; index < ids.size(); index++) {
            xml.append("  <srun id=\"%s\" index=\"%d\" host=\"127.0.0.1\" http-port=\"%d\" ring-port=\"%d\"/>\n"
                    .formatted(ids.get(index), index, ports.tomcat(index), ports.ring(index)));
        }
        xml.append(
                """
                  <router host="127.0.0.1" port="%d">
                    <health type="http" path="/.ringlet/status" interval="1s" rise="1" fall="2" timeout="1s"/>
                    <admin host="127.0.0.1" port="%d"/>
                  </router>
                </cluster>
                """
                        .formatted(ports.router(), ports.admin()));
        Files.deleteIfExists(clusterFile());
        Files.createFile(
                clusterFile(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(clusterFile(), xml);
    }

    /** With another secret the sessions of the earlier demo could not be opened. */
    private Optional<String> earlierSecret() {
        return Files.exists(clusterFile()) ? ClusterFile.read(clusterFile()).secret() : Optional.empty();
    }

    private static String newSecret() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copyResource(String name, Path to) throws IOException {
        try (InputStream in = DemoDirectory.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            Files.createDirectories(to.resolveSibling(""));
            Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ringlet.cluster.ClusterFileException.Fault;
import org.ringlet.cluster.RouterSettings.AdminSettings;
import org.ringlet.cluster.RouterSettings.HealthSettings;
import org.ringlet.cluster.RouterSettings.ProbeType;
import org.ringlet.cluster.RouterSettings.RouteRule;

class ClusterFileTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final String TOKEN = "open sesame";
    private static final String SMALLEST =
            "<cluster name='shop'><srun id='a' index='0' host='h' http-port='8080'/></cluster>";
    private static final Map<String, String> SET =
            Map.of("SECRET", SECRET, "TOKEN", TOKEN, "PORT", "8443", "EMPTY", "");

    @TempDir
    private Path directory;

    @Test
    void readsAllThatACompleteFileHas() throws IOException {
        Cluster cluster = complete();

        assertThat(cluster.name()).isEqualTo("shop");
        assertThat(cluster.secret()).contains(SECRET);
        assertThat(cluster.sruns())
                .containsExactly(
                        new Srun(
                                0,
                                "app-0",
                                "10.0.0.1",
                                8443,
                                OptionalInt.of(6800),
                                250,
                                Optional.of("z1"),
                                Optional.empty(),
                                false),
                        new Srun(
                                2,
                                "app-2",
                                "fe80::3%eth0",
                                8080,
                                OptionalInt.of(6800),
                                100,
                                Optional.empty(),
                                Optional.empty(),
                                true),
                        new Srun(
                                4095,
                                "app-1",
                                "2001:DB8::2",
                                8080,
                                OptionalInt.empty(),
                                0,
                                Optional.of("z2"),
                                Optional.of("static"),
                                false));
        assertThat(cluster.ring())
                .isEqualTo(new RingSettings(
                        1,
                        1,
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(3),
                        Duration.ofMillis(250),
                        Duration.ofSeconds(10),
                        Duration.ofHours(2),
                        false,
                        true,
                        new RingProtection(
                                RingProtection.Tls.ALWAYS,
                                Optional.of(new RingProtection.Keystore(Path.of("conf/ring.p12"), "changeit")))));
        assertThat(cluster.router())
                .isEqualTo(new RouterSettings(
                        Optional.of("::"),
                        8000,
                        "least-connections",
                        true,
                        new HealthSettings(
                                ProbeType.TCP, "/health?full", Duration.ofSeconds(3), 4, 5, Duration.ofMillis(600)),
                        new AdminSettings("::", 8001, Optional.of(TOKEN)),
                        List.of(
                                new RouteRule(Optional.of("/images/*"), Optional.of("img.example.com"), "static"),
                                new RouteRule(Optional.of("*.png"), Optional.empty(), "static"))));
    }

    @Test
    void hasADefaultForAllThatMayBeLeftOut() {
        Cluster cluster = parse(SMALLEST);

        assertThat(cluster)
                .isEqualTo(new Cluster(
                        "shop",
                        Optional.empty(),
                        List.of(new Srun(
                                0,
                                "a",
                                "h",
                                8080,
                                OptionalInt.empty(),
                                100,
                                Optional.empty(),
                                Optional.empty(),
                                false)),
                        RingSettings.DEFAULT,
                        RouterSettings.DEFAULT));
    }

    @Test
    void hasTheSameDefaultsForElementsThatAreEmpty() {
        Cluster cluster = parse(SMALLEST.replace("</cluster>", "<ring/><router><health/><admin/></router></cluster>"));

        assertThat(cluster).isEqualTo(parse(SMALLEST));
    }

    @ParameterizedTest
    @CsvSource({
        "a${PORT}b, a8443b",
        "${PORT}${PORT}, 84438443",
        "${UNSET:-x}, x",
        "${EMPTY:-x}, x",
        "${PORT:-x}, 8443",
        "a${UNSET:-}, a",
        "${UNSET:-:-}, :-",
        "$${PORT}, ${PORT}",
        "$$${PORT}, $${PORT}",
        "$, $",
        "$PORT, $PORT",
        "a$$b, a$$b",
        "{}, {}"
    })
    void expandsVariables(String written, String name) {
        assertThat(parse(SMALLEST.replace("shop", written)).name()).isEqualTo(name);
    }

    @Test
    void doesNotExpandWhatAVariableHolds() {
        Cluster cluster = ClusterFile.parse(
                Path.of("cluster.xml"),
                SMALLEST.replace("shop", "${A}").getBytes(StandardCharsets.UTF_8),
                name -> Optional.of("${B} \\1 $2"));

        assertThat(cluster.name()).isEqualTo("${B} \\1 $2");
    }

    @Test
    void prefersASystemPropertyToTheEnvironment() throws IOException {
        String variable = System.getenv().keySet().stream()
                .filter(name -> name.matches("[A-Z]+"))
                .findFirst()
                .orElseThrow();
        Path file =
                Files.writeString(directory.resolve("cluster.xml"), SMALLEST.replace("shop", "x${" + variable + "}"));

        assertThat(ClusterFile.read(file).name()).isEqualTo("x" + System.getenv(variable));
        System.setProperty(variable, "property");
        try {
            assertThat(ClusterFile.read(file).name()).isEqualTo("xproperty");
        } finally {
            System.clearProperty(variable);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void countsLinesHoweverTheyEnd(String end) {
        String file = String.join(end, "<cluster name='shop'>", "", "  <srun id='a'", "   index='x'/>", "</cluster>");

        assertThat(faults(file)).contains("4:4: index is 'x'; allowed: a whole number from 0 to 4095");
    }

    @Test
    void findsTheColumnBehindCharactersOfAnyWidth() {
        String file = "<cluster name='Kürbis 🎃'><srun id='a' index='0' host='h' http-port='x'/></cluster>";

        assertThat(faults(file)).containsExactly("1:59: http-port is 'x'; allowed: a whole number from 1 to 65535");
    }

    @Test
    void findsTheLineInALargeFile() {
        String sruns = IntStream.range(0, 4000)
                .mapToObj(i -> "<srun id='s%d' index='%d' host='h%d' http-port='8080'/>\n".formatted(i, i, i))
                .collect(Collectors.joining());
        String file =
                "<cluster name='shop'>\n" + sruns + "  <srun id='s1' index='4001' host='h' http-port='1'/>\n</cluster>";

        assertThat(faults(file)).containsExactly("4002:9: id 's1' is already taken on line 3; each srun needs its own");
    }

    @Test
    void readsAFileWithAByteOrderMark() {
        assertThat(parse("\uFEFF<?xml version='1.0' encoding='UTF-8'?>" + SMALLEST)
                        .name())
                .isEqualTo("shop");
    }

    @Test
    void refusesAFileThatIsNotUtf8WhereItStopsBeingSo() {
        byte[] latin1 = SMALLEST.replace("shop", "Kürbis").getBytes(StandardCharsets.ISO_8859_1);

        assertThat(faults(latin1)).containsExactly("1:17: the file is not in UTF-8 from here on");
        assertThat(faults(SMALLEST.getBytes(Charset.forName("UTF-16")))).hasSize(1);
    }

    @Test
    void refusesAFileThatIsCutOff() {
        byte[] cut = "<cluster name='ü".getBytes(StandardCharsets.UTF_8);

        assertThat(faults(Arrays.copyOf(cut, cut.length - 1)))
                .containsExactly("1:16: the file is not in UTF-8 from here on");
    }

    @Test
    void refusesAFileThatIsTooLargeToBeOne() throws IOException {
        Path file = Files.write(directory.resolve("cluster.xml"), new byte[(4 << 20) + 1]);

        assertThatThrownBy(() -> ClusterFile.read(file))
                .isInstanceOf(ClusterFileException.class)
                .hasMessage(file + ": the file is larger than 4m, the most that is allowed");
    }

    @Test
    void saysThatThereIsNoFile() {
        Path file = directory.resolve("cluster.xml");

        assertThatThrownBy(() -> ClusterFile.read(file))
                .isInstanceOf(ClusterFileException.class)
                .hasMessage(file + ": the file does not exist");
    }

    @Test
    void listsTheFaultsBehindTheFilesNameOneALine() {
        String file = SMALLEST.replace("8080", "0").replace("'0' host", "'x' host");

        assertThatThrownBy(() -> parse(file))
                .hasMessage(
                        """
                        cluster.xml:1:35: index is 'x'; allowed: a whole number from 0 to 4095
                        cluster.xml:1:54: http-port is '0'; allowed: a whole number from 1 to 65535""");
    }

    @Test
    void bringsNoControlCharactersIntoALog() {
        String file = SMALLEST.replace("8080", "&#10;&#13;&#9;" + "9".repeat(1000));

        assertThat(faults(file))
                .containsExactly(
                        "1:54: http-port is '???" + "9".repeat(57) + "…'; allowed: a whole number from 1 to 65535");
    }

    @Test
    void showsNoSecret() throws IOException {
        Cluster cluster = complete();

        assertThat(List.of(cluster, cluster.router(), cluster.router().admin(), cluster.ring(), cluster.sruns()))
                .allSatisfy(shown -> assertThat(shown.toString()).doesNotContain(SECRET, TOKEN));
    }

    @Test
    void speaksTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            assertThat(parse(SMALLEST.replace("</cluster>", "<router><health type='http'/></router></cluster>"))
                            .router()
                            .health()
                            .type())
                    .isEqualTo(ProbeType.HTTP);
            assertThat(faults(SMALLEST.replace("index", "INDEKS")))
                    .contains("1:35: unknown attribute 'INDEKS' on <srun>; did you mean 'index'?; allowed: id, index,"
                            + " host, http-port, ring-port, weight, zone, group, spare");
        } finally {
            Locale.setDefault(before);
        }
    }

    private static Cluster complete() throws IOException {
        try (InputStream in = ClusterFileTest.class.getResourceAsStream("complete.xml")) {
            return parse(in.readAllBytes());
        }
    }

    private static Cluster parse(String file) {
        return parse(file.getBytes(StandardCharsets.UTF_8));
    }

    private static Cluster parse(byte[] file) {
        return ClusterFile.parse(Path.of("cluster.xml"), file, name -> Optional.ofNullable(SET.get(name)));
    }

    private static List<String> faults(String file) {
        return faults(file.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> faults(byte[] file) {
        ClusterFileException refusal = catchThrowableOfType(ClusterFileException.class, () -> parse(file));
        assertThat(refusal).as("refusal").isNotNull();
        return refusal.faults().stream().map(Fault::toString).toList();
    }
}

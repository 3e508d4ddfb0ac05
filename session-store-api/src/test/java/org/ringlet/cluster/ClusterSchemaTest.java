package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ringlet.cluster.ClusterFileException.Fault;
import org.ringlet.cluster.RouterSettings.ProbeType;
import org.w3c.dom.NodeList;

/** The shipped schema, which editors use, and the reader know the same. */
class ClusterSchemaTest {
    private static final String SRUN = "<srun id='a' index='0' host='h' http-port='8080' group='g'/>";

    /** Where an element may be, with {@code %s} for its attributes. */
    private static final Map<String, String> PLACES = Map.of(
            "cluster", "<cluster %s>" + SRUN + "</cluster>",
            "srun", "<cluster name='shop'><srun %s/></cluster>",
            "ring", "<cluster name='shop'>" + SRUN + "<ring %s/></cluster>",
            "router", "<cluster name='shop'>" + SRUN + "<router %s/></cluster>",
            "health", "<cluster name='shop'>" + SRUN + "<router><health %s/></router></cluster>",
            "admin", "<cluster name='shop'>" + SRUN + "<router><admin %s/></router></cluster>",
            "route", "<cluster name='shop'>" + SRUN + "<router><route %s/></router></cluster>");

    private record Attribute(String name, String byDefault) {}

    @ParameterizedTest
    @ValueSource(strings = {"cluster", "srun", "ring", "router", "health", "admin", "route"})
    void hasTheAttributesThatTheReaderTakes(String element) throws Exception {
        String allowed = faults(PLACES.get(element).formatted("zzzzzzzz='1'"))
                .filter(fault -> fault.contains("unknown attribute"))
                .findFirst()
                .orElseThrow();

        assertThat(allowed.replaceFirst(".*allowed: ", "").split(", ", -1))
                .containsExactlyInAnyOrderElementsOf(
                        attributes(element).stream().map(Attribute::name).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "router", "health", "admin"})
    void hasTheDefaultsOfTheReader(String element) throws Exception {
        String written = attributes(element).stream()
                .filter(attribute -> !attribute.byDefault().isEmpty())
                .map(attribute -> attribute.name() + "='" + attribute.byDefault() + "'")
                .collect(Collectors.joining(" "));

        assertThat(written).isNotEmpty();
        assertThat(parse(PLACES.get(element).formatted(written)))
                .isEqualTo(parse(PLACES.get(element).formatted("")));
    }

    @Test
    void hasTheDefaultsOfAnSrun() throws Exception {
        assertThat(attributes("srun"))
                .contains(new Attribute("weight", "" + Srun.DEFAULT_WEIGHT), new Attribute("spare", "false"));
    }

    @Test
    void hasTheNamesThatTheReaderTakes() throws Exception {
        List<String> names = nodes(document().getElementsByTagNameNS("*", "enumeration"))
                .map(enumeration -> enumeration.getAttribute("value"))
                .toList();

        assertThat(names)
                .containsAll(RouterSettings.BALANCES)
                .containsAll(ProbeType.names())
                .contains("true", "false")
                .contains("auto", "always", "never");
        assertThat(names)
                .hasSize(RouterSettings.BALANCES.size()
                        + ProbeType.values().length
                        + RingProtection.Tls.values().length
                        + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"index", "http-port", "ring-port", "weight", "id", "zone", "group", "spare"})
    void refusesByItselfWhatTheReaderRefuses(String attribute) throws Exception {
        String srun = Stream.of("id", "index", "host", "http-port", attribute)
                .distinct()
                .map(name -> name + "='" + (name.equals(attribute) ? "?" : "1") + "'")
                .collect(Collectors.joining(" "));

        assertThat(complaints(PLACES.get("srun").formatted(srun))).isNotEmpty();
        assertThat(complaints(
                        PLACES.get("srun").formatted(srun.replace("?", attribute.equals("spare") ? "true" : "1"))))
                .isEmpty();
    }

    /** What the schema has to say when nobody else is asked. */
    private static List<Fault> complaints(String file) {
        var schema = new ClusterSchema();
        var faults = new Faults();
        ElementReader.read(file, name -> Optional.empty(), schema.validator(), faults);
        schema.reportTo(faults);
        return faults.isEmpty()
                ? List.of()
                : faults.asException(Path.of("cluster.xml"), null).faults();
    }

    private static Cluster parse(String file) {
        return ClusterFile.parse(
                Path.of("cluster.xml"), file.getBytes(StandardCharsets.UTF_8), name -> Optional.empty());
    }

    private static Stream<String> faults(String file) {
        return catchThrowableOfType(ClusterFileException.class, () -> parse(file)).faults().stream()
                .map(Fault::text);
    }

    private static List<Attribute> attributes(String element) throws Exception {
        return nodes(document().getElementsByTagNameNS("*", "attribute"))
                .filter(attribute -> owner(attribute).equals(element))
                .map(attribute -> new Attribute(attribute.getAttribute("name"), attribute.getAttribute("default")))
                .toList();
    }

    /** The complex type, which is called as its element, or the element around it. */
    private static String owner(org.w3c.dom.Element attribute) {
        var type = (org.w3c.dom.Element) attribute.getParentNode();
        return type.hasAttribute("name")
                ? type.getAttribute("name")
                : ((org.w3c.dom.Element) type.getParentNode()).getAttribute("name");
    }

    private static org.w3c.dom.Document document() throws Exception {
        var factory = DocumentBuilderFactory.newDefaultNSInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        try (InputStream in = ClusterSchema.class.getResourceAsStream("cluster.xsd")) {
            return factory.newDocumentBuilder().parse(in);
        }
    }

    private static Stream<org.w3c.dom.Element> nodes(NodeList list) {
        return IntStream.range(0, list.getLength()).mapToObj(i -> (org.w3c.dom.Element) list.item(i));
    }
}

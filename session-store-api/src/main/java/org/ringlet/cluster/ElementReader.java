package org.ringlet.cluster;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.validation.ValidatorHandler;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.StartTags.Tag;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Reads XML into {@link Element}s: a SAX filter that expands the variables, knows the place of each tag, and passes the
 * expanded events on to the schema's validator. No DOCTYPE is let through, hence no entities and no other files.
 */
final class ElementReader extends XMLFilterImpl {
    /** Elements of which a part may be a secret, even if it is not well-formed. */
    private static final Pattern TAG_WITH_SECRET = Pattern.compile("(?s)<(cluster|admin)\\b.*");

    private static final Pattern BARE_AMPERSAND = Pattern.compile("&(?!(amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)");

    private final StartTags tags;
    private final Variables variables;
    private final Faults faults;
    private final Deque<Element> open = new ArrayDeque<>();
    private @Nullable Element root;

    private ElementReader(XMLReader parser, StartTags tags, Variables variables, Faults faults) {
        super(parser);
        this.tags = tags;
        this.variables = variables;
        this.faults = faults;
    }

    /**
     * Reads the root element.
     *
     * @param validator what the schema says; the caller looks after its errors
     * @return empty if the text is not well-formed, which is then among the faults
     */
    static Optional<Element> read(String text, Variables variables, ValidatorHandler validator, Faults faults) {
        var tags = new StartTags(text);
        try {
            var reader = new ElementReader(parser(), tags, variables, faults);
            reader.setContentHandler(validator);
            reader.setErrorHandler(reader);
            reader.parse(new InputSource(new StringReader(text)));
            return Optional.ofNullable(reader.root);
        } catch (SAXParseException e) {
            reportIllFormed(text, tags, e, faults);
            return Optional.empty();
        } catch (SAXException | ParserConfigurationException | IOException e) {
            throw new IllegalStateException("the JDK's XML parser can't read from memory", e);
        }
    }

    private static XMLReader parser() throws SAXException, ParserConfigurationException {
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setXIncludeAware(false);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        return factory.newSAXParser().getXMLReader();
    }

    @Override
    public void startElement(String uri, String localName, String qualifiedName, Attributes given) throws SAXException {
        Tag tag = tags.next();
        var element = new Element(localName, tag, faults);
        if (!uri.isEmpty()) {
            element.fault("<" + qualifiedName + "> has a namespace; none is allowed: leave 'xmlns' out");
        }
        Attributes expanded = expand(element, given);
        if (open.isEmpty()) {
            root = element;
        } else {
            open.peek().addChild(element);
        }
        open.push(element);
        super.startElement(uri, localName, qualifiedName, expanded);
    }

    private Attributes expand(Element element, Attributes given) {
        var expanded = new AttributesImpl(given);
        for (int i = 0; i < given.getLength(); i++) {
            // where an editor finds the schema is the editor's affair
            if (!XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(given.getURI(i))) {
                String name = given.getQName(i);
                Optional<String> value =
                        variables.expand(given.getValue(i), fault -> element.fault(name, name + " " + fault));
                element.addAttribute(name, value);
                expanded.setValue(i, value.orElse(""));
            }
        }
        return expanded;
    }

    @Override
    public void characters(char[] chars, int start, int length) throws SAXException {
        if (!open.isEmpty() && !String.valueOf(chars, start, length).isBlank()) {
            open.peek().fault("<" + open.peek().name() + "> has text in it; allowed are attributes and elements only");
        }
        super.characters(chars, start, length);
    }

    @Override
    public void endElement(String uri, String localName, String qualifiedName) throws SAXException {
        open.pop();
        super.endElement(uri, localName, qualifiedName);
    }

    @Override
    public void warning(SAXParseException e) {
        // nothing that could keep a file from being used
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
        throw e;
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
        throw e;
    }

    /** The parser's own words may quote the text; where that may be a secret they are not passed on. */
    private static void reportIllFormed(String text, StartTags tags, SAXParseException e, Faults faults) {
        Position at = new Position(Math.max(e.getLineNumber(), 1), Math.max(e.getColumnNumber(), 1));
        Optional<Position> doctype = tags.doctype();
        String tag = tags.tagBefore(at);
        if (text.isBlank()) {
            faults.add(Position.NONE, "the file is empty; allowed is a <cluster> element");
        } else if (doctype.isPresent()) {
            faults.add(doctype.get(), "a DOCTYPE is refused, and with it entities and other files; leave it out");
        } else if (BARE_AMPERSAND.matcher(tag).find()) {
            faults.add(at, "not well-formed XML: an & is written &amp;");
        } else if (TAG_WITH_SECRET.matcher(tag).matches()) {
            faults.add(
                    at,
                    "not well-formed XML; look at the quotes, the < and the > of this tag (it isn't shown, since"
                            + " it may hold a secret)");
        } else {
            faults.add(at, "not well-formed XML: " + Shown.sentence(String.valueOf(e.getMessage())));
        }
    }
}

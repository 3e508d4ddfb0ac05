package org.ringlet.cluster;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.ValidatorHandler;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * The shipped {@code cluster.xsd} as a second judge: whatever it refuses is refused. People hear of it in the words of
 * {@link ClusterReader}, which knows all that the schema knows; should it ever have nothing to say, in the schema's
 * code, and without the text at fault, which may be a secret.
 */
final class ClusterSchema implements ErrorHandler {
    private record Complaint(Position at, String code) {}

    private static final Schema SCHEMA = compile();

    private final List<Complaint> complaints = new ArrayList<>();

    ValidatorHandler validator() {
        ValidatorHandler validator = SCHEMA.newValidatorHandler();
        validator.setErrorHandler(this);
        return validator;
    }

    void reportTo(Faults faults) {
        complaints.forEach(
                complaint -> faults.add(complaint.at(), "this is not as cluster.xsd says (" + complaint.code() + ")"));
    }

    @Override
    public void warning(SAXParseException e) {
        // nothing that could keep a file from being used
    }

    @Override
    public void error(SAXParseException e) {
        String code = Objects.requireNonNullElse(e.getMessage(), "").replaceFirst("(?s):.*", "");
        complaints.add(new Complaint(
                new Position(Math.max(e.getLineNumber(), 1), Math.max(e.getColumnNumber(), 1)), Shown.of(code)));
    }

    @Override
    public void fatalError(SAXParseException e) {
        error(e);
    }

    private static Schema compile() {
        URL xsd = Objects.requireNonNull(ClusterSchema.class.getResource("cluster.xsd"), "cluster.xsd");
        try {
            SchemaFactory factory = SchemaFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            return factory.newSchema(xsd);
        } catch (SAXException e) {
            throw new IllegalStateException(xsd + " is no schema", e);
        }
    }
}

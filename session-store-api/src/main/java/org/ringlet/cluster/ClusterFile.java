package org.ringlet.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The XML file that declares the sruns of a cluster, its ring and its router; {@code cluster.xsd} beside this class says
 * what it may hold. {@code ${NAME}} in an attribute is a system property or else an environment variable; {@code
 * ${NAME:-default}} has a default; <code>$${</code> stands for <code>${</code> itself.
 */
public final class ClusterFile {
    /** Some five times what 4096 sruns need. */
    private static final int MAX_BYTES = 4 << 20;

    private ClusterFile() {}

    /** @throws ClusterFileException if the file can't be read, or for all that is wrong with it */
    public static Cluster read(Path file) {
        return parse(file, content(file), Variables.ofProcess());
    }

    /** The bytes of the file, through whatever links lead to it now. */
    static byte[] content(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw unreadable(
                        file, "is larger than " + Sizes.format(MAX_BYTES) + ", the most that is allowed", null);
            }
            return content;
        } catch (NoSuchFileException e) {
            throw unreadable(file, "does not exist", e);
        } catch (AccessDeniedException e) {
            throw unreadable(file, "may not be read by this user", e);
        } catch (IOException e) {
            throw unreadable(file, "can't be read: " + e.getMessage(), e);
        }
    }

    static Cluster parse(Path file, byte[] content, Variables variables) {
        var faults = new Faults();
        var schema = new ClusterSchema();
        Optional<Cluster> cluster = text(content, faults)
                .flatMap(text -> ElementReader.read(text, variables, schema.validator(), faults))
                .flatMap(ClusterReader::read);
        if (faults.isEmpty()) {
            schema.reportTo(faults);
        }
        if (cluster.isEmpty() || !faults.isEmpty()) {
            throw faults.asException(file, null);
        }
        return cluster.get();
    }

    private static Optional<String> text(byte[] content, Faults faults) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        var decoded = CharBuffer.allocate(content.length);
        boolean isUtf8 =
                !decoder.decode(ByteBuffer.wrap(content), decoded, true).isError();
        String text = decoded.flip().toString();
        if (!isUtf8) {
            faults.add(new StartTags(text).position(text.length()), "the file is not in UTF-8 from here on");
            return Optional.empty();
        }
        return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
    }

    private static ClusterFileException unreadable(Path file, String text, @Nullable Throwable cause) {
        var faults = new Faults();
        faults.add(Position.NONE, "the file " + text);
        return faults.asException(file, cause);
    }
}

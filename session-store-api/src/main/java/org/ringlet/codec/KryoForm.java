package org.ringlet.codec;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Function;
import org.ringlet.session.Bytes;

/**
 * Kryo frames, written and read by graphs that are made once and lent out.
 *
 * <p>What must never happen is that a value comes back different from what Java serialisation would bring, and only Java
 * serialisation can write an object that defines its own serial form. Such an object may share others with the rest of
 * the value, and a stream of its own within the frame would make two of each. Hence the rule: as soon as one is met,
 * {@link JavaFormNeeded} ends the attempt and the <em>whole</em> value is written with Java serialisation. Only where
 * that is impossible, because something in the value is not {@link java.io.Serializable}, are such objects embedded, and
 * then {@link JavaParts} refuses the value if they do share.
 */
final class KryoForm {
    private static final int GRAPHS_KEPT = 2 * Runtime.getRuntime().availableProcessors();

    private final AppClasses classes;
    private final CodecLimits limits;
    private final JavaForm java;
    private final SerializerChoice choice;
    private final boolean textMayPass;
    private final Queue<Graph> idle = new ArrayBlockingQueue<>(GRAPHS_KEPT);

    KryoForm(AppClasses classes, CodecLimits limits, JavaForm java) {
        this.classes = classes;
        this.limits = limits;
        this.java = java;
        this.choice = new SerializerChoice(classes);
        this.textMayPass = classes.refusal(String.class).isEmpty();
    }

    /** @throws JavaFormNeeded if there is an object in it that only Java serialisation writes right */
    Bytes write(Object value) {
        if (textMayPass && value instanceof String text) {
            return TextFrame.write(text, limits.maxBytes());
        }
        return lend(graph -> graph.write(value, null));
    }

    Bytes writeWithJavaParts(Object value) {
        return lend(graph -> graph.write(value, new JavaParts(java)));
    }

    Object read(Bytes frame) {
        if (frame.size() > limits.maxBytes()) {
            throw new UnreadableAttributeException(
                    frame.size() + " bytes are more than the limit of " + limits.maxBytes());
        }
        Optional<String> text = textMayPass ? TextFrame.read(frame) : Optional.empty();
        return text.isPresent() ? text.get() : lend(graph -> graph.read(frame));
    }

    /** A graph in which something went wrong is not used again, except if it is only that Java's form is needed. */
    private <T> T lend(Function<Graph, T> use) {
        Graph pooled = idle.poll();
        Graph graph = pooled != null ? pooled : Graph.create(classes, java, choice, limits);
        T result;
        try {
            result = use.apply(graph);
        } catch (JavaFormNeeded e) {
            idle.offer(graph);
            throw e;
        }
        idle.offer(graph);
        return result;
    }
}

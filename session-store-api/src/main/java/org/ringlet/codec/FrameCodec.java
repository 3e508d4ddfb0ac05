package org.ringlet.codec;

import java.io.IOException;
import java.io.NotSerializableException;
import java.util.ConcurrentModificationException;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Bytes;

/** Writes frames in one dialect and reads those of either. */
final class FrameCodec implements AttributeCodec {
    private static final int ATTEMPTS = 5;

    private final Dialect preferred;
    /** All that knows classes of the application; null once closed. */
    private volatile @Nullable Forms forms;

    private FrameCodec(Dialect preferred, Forms forms) {
        this.preferred = preferred;
        this.forms = forms;
    }

    private record Forms(AppClasses classes, JavaForm java, KryoForm kryo, Immutables immutables) {}

    static FrameCodec open(CodecSettings settings, Dialect preferred) {
        AppClasses classes = new AppClasses(settings);
        JavaForm java = new JavaForm(classes, settings.limits());
        return new FrameCodec(
                preferred, new Forms(classes, java, new KryoForm(classes, settings.limits(), java), new Immutables()));
    }

    @Override
    public Bytes encode(Object value) {
        Forms open = forms();
        for (int attempt = 1; ; attempt++) { // goes round while another thread changes the value
            try {
                return ContextLoader.during(open.classes().loader(), () -> write(open, value));
            } catch (ConcurrentModificationException e) {
                if (attempt == ATTEMPTS) {
                    throw unstorable(value, "it was changed during each of " + ATTEMPTS + " attempts to write it", e);
                }
                Thread.onSpinWait();
            } catch (Exception | LinkageError | AssertionError e) {
                throw unstorable(value, reason(e), e);
            } catch (StackOverflowError e) {
                throw unstorable(value, "its objects are nested too deep for this thread's stack", e);
            }
        }
    }

    @Override
    public Object decode(Bytes frame) {
        Forms open = forms();
        Dialect dialect = Dialect.of(frame);
        try {
            return ContextLoader.during(open.classes().loader(), () -> read(open, dialect, frame));
        } catch (UnreadableAttributeException e) {
            throw e;
        } catch (Exception | LinkageError | AssertionError e) {
            throw new UnreadableAttributeException("the attribute can't be read: " + reason(e), e);
        } catch (StackOverflowError e) {
            throw new UnreadableAttributeException("its objects are nested too deep for this thread's stack", e);
        }
    }

    @Override
    public boolean isImmutable(Object value) {
        return forms().immutables().isImmutable(value);
    }

    @Override
    public void close() {
        forms = null;
    }

    private Bytes write(Forms open, Object value) throws IOException {
        if (preferred == Dialect.JAVA) {
            return Bytes.wrap(open.java().writeFrame(value));
        }
        try {
            return open.kryo().write(value);
        } catch (JavaFormNeeded needed) {
            return writeAsJavaWould(open, value);
        }
    }

    private static Bytes writeAsJavaWould(Forms open, Object value) throws IOException {
        try {
            return Bytes.wrap(open.java().writeFrame(value));
        } catch (NotSerializableException e) {
            if (open.classes().serializableOnly()) {
                throw e;
            }
            return open.kryo().writeWithJavaParts(value);
        }
    }

    private static Object read(Forms open, Dialect dialect, Bytes frame) throws Exception {
        return switch (dialect) {
            case KRYO -> open.kryo().read(frame);
            case JAVA -> open.java().read(frame.array(), Dialect.HEADER_SIZE);
        };
    }

    private Forms forms() {
        Forms open = forms;
        if (open == null) {
            throw new IllegalStateException("the codec is closed: its application has stopped");
        }
        return open;
    }

    private static UnstorableAttributeException unstorable(Object value, String reason, Throwable cause) {
        return new UnstorableAttributeException(
                "a value of class " + value.getClass().getName() + " can't be stored: " + reason, cause);
    }

    /** What a reader of the log needs: the filter's words if it has spoken, however deep they are wrapped. */
    private static String reason(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof ClassRefused
                    || t instanceof UnstorableAttributeException
                    || t instanceof UnreadableAttributeException) {
                return String.valueOf(t.getMessage());
            }
        }
        return failure.toString();
    }
}

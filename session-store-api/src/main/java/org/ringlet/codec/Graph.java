package org.ringlet.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import com.esotericsoftware.kryo.io.Output;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Bytes;

/**
 * A Kryo that writes or reads one frame at a time, and what it must remember meanwhile: which classes have shown their
 * layout, how many elements were declared, whether parts in Java's own form are allowed. Not thread-safe.
 */
final class Graph extends Kryo {
    private static final int FIRST_BUFFER = 512;
    private static final int LARGEST_BUFFER_KEPT = 256 << 10;
    private static final byte[] NO_BYTES = new byte[0];

    private final AppClasses classes;
    private final JavaForm java;
    private final SerializerChoice choice;
    private final FrameClassResolver resolver;
    private final FrameReferences references;
    private final Registration javaPart;
    private final int maxBytes;
    private final Output out;
    private final Input in = new Input();
    private final IdentityHashMap<Class<?>, Layout> layouts = new IdentityHashMap<>();
    private @Nullable JavaParts parts;
    private int undeclared;

    private Graph(
            AppClasses classes,
            JavaForm java,
            SerializerChoice choice,
            CodecLimits limits,
            FrameClassResolver resolver,
            FrameReferences references) {
        super(resolver, references);
        this.classes = classes;
        this.java = java;
        this.choice = choice;
        this.resolver = resolver;
        this.references = references;
        this.maxBytes = limits.maxBytes();
        this.out = new Output(Math.min(FIRST_BUFFER, maxBytes), maxBytes);
        setRegistrationRequired(false);
        setMaxDepth(limits.maxDepth());
        KnownTypes.register(this, classes);
        this.javaPart = getRegistration(JavaPart.class);
    }

    static Graph create(AppClasses classes, JavaForm java, SerializerChoice choice, CodecLimits limits) {
        return new Graph(classes, java, choice, limits, new FrameClassResolver(), new FrameReferences());
    }

    /**
     * The frame of a value.
     *
     * @param partsInJavaForm what writes the objects that only Java serialisation writes right; null if there must be
     *     none
     * @throws JavaFormNeeded if there is one and there must be none
     */
    Bytes write(Object value, @Nullable JavaParts partsInJavaForm) {
        parts = partsInJavaForm;
        references.with(partsInJavaForm);
        if (out.getBuffer().length > LARGEST_BUFFER_KEPT) {
            out.setBuffer(new byte[FIRST_BUFFER], maxBytes);
        }
        out.reset();
        out.writeByte(Dialect.KRYO.code());
        out.writeByte(Dialect.VERSION);
        try {
            writeClassAndObject(out, value);
        } catch (KryoBufferOverflowException e) {
            throw new UnstorableAttributeException("it takes more than the limit of " + maxBytes + " bytes", e);
        }
        return Bytes.wrap(out.toBytes());
    }

    Object read(Bytes frame) {
        int size = frame.size() - Dialect.HEADER_SIZE;
        undeclared = size;
        in.setBuffer(frame.array(), Dialect.HEADER_SIZE, size);
        try {
            Object value = readClassAndObject(in);
            if (value == null || in.position() < in.limit()) {
                throw new UnreadableAttributeException("the frame does not end where its value does");
            }
            return value;
        } finally {
            in.setBuffer(NO_BYTES);
        }
    }

    AppClasses classes() {
        return classes;
    }

    JavaForm java() {
        return java;
    }

    /** The application's class of a name in a frame. */
    Class<?> classNamed(String name) {
        try {
            return classes.named(name);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new UnreadableAttributeException("class " + name + " can't be loaded by the application", e);
        }
    }

    JavaParts parts() {
        if (parts == null) {
            throw new JavaFormNeeded("an object defines its own serialisation");
        }
        return parts;
    }

    /**
     * A number of elements that follow. Since each takes a byte at least, all that a frame declares can't be more than
     * its size: so no container is made that the bytes don't fill, however they are nested.
     */
    int readCount(Input in) {
        int count = in.readVarInt(true);
        if (count < 0 || count > undeclared) {
            throw new UnreadableAttributeException(
                    count + " elements are declared where there is room for " + undeclared + " at most");
        }
        undeclared -= count;
        return count;
    }

    /** From here to {@link #endConstruction} what is written is what the object is made from: none may refer to it. */
    void beginConstruction(Object object) {
        references.beginConstruction(object);
    }

    void endConstruction() {
        references.endConstruction();
    }

    /** From here to {@link #endUnwanted} what is read is thrown away, so that a class may be missing. */
    void beginUnwanted() {
        references.beginUnwanted();
    }

    void endUnwanted() {
        references.endUnwanted();
    }

    /** How the objects of a class stand in the frame that comes next. */
    Registration registrationOf(String name, Input in) {
        try {
            return getRegistration(classes.named(name));
        } catch (ClassNotFoundException | LinkageError e) {
            if (references.isUnwanted()) {
                return Missing.registration(name, in);
            }
            throw new UnreadableAttributeException("class " + name + " can't be loaded by the application", e);
        }
    }

    void checkMayBeMissing(String className) {
        references.checkMayBeMissing(className);
    }

    boolean hasWritten(Object object) {
        return references.getWrittenId(object) != -1;
    }

    /** The layout under which the objects of a class stand in this frame, or null if this is the first of them. */
    @Nullable
    Layout layoutOf(Class<?> type) {
        return layouts.get(type);
    }

    void remember(Class<?> type, Layout layout) {
        layouts.put(type, layout);
    }

    @Override
    public Registration getRegistration(@SuppressWarnings("rawtypes") Class type) {
        Registration known = getClassResolver().getRegistration(type);
        return known != null ? known : learn(type);
    }

    @Override
    public void reset() {
        super.reset();
        if (layouts != null && !layouts.isEmpty()) {
            layouts.clear();
        }
        parts = null;
    }

    private Registration learn(Class<?> type) {
        Class<?> written = KnownTypes.writtenAs(type);
        if (written != type) {
            Registration registration = getRegistration(written);
            resolver.alias(type, registration);
            return registration;
        }
        GraphSerializer<?> serializer = choice.of(type);
        if (serializer instanceof JavaPartSerializer) {
            resolver.alias(type, javaPart);
            return javaPart;
        }
        return resolver.register(new Registration(type, serializer, FrameClassResolver.NAME));
    }
}

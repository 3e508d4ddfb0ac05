package org.ringlet.codec;

import com.esotericsoftware.kryo.util.MapReferenceResolver;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Which objects a frame has met, so that shared objects stay shared and cycles end. It also knows the objects
 * <em>under construction</em>: those that can only be made once their parts are read (a record, an immutable list), and
 * to which therefore no part may refer back.
 */
final class FrameReferences extends MapReferenceResolver {
    private final Deque<Object> underConstruction = new ArrayDeque<>();
    private @Nullable JavaParts parts;
    private int unwanted;

    void with(@Nullable JavaParts parts) {
        this.parts = parts;
    }

    void beginConstruction(Object object) {
        underConstruction.push(object);
    }

    void endConstruction() {
        underConstruction.pop();
    }

    void beginUnwanted() {
        unwanted++;
    }

    void endUnwanted() {
        unwanted--;
    }

    boolean isUnwanted() {
        return unwanted > 0;
    }

    void checkMayBeMissing(String className) {
        if (!isUnwanted()) {
            throw new UnreadableAttributeException("class " + className + " can't be loaded by the application");
        }
    }

    @Override
    public int getWrittenId(Object object) {
        int id = super.getWrittenId(object);
        if (id != -1 && isUnderConstruction(object)) {
            throw new JavaFormNeeded(
                    "a cycle leads through an object of " + object.getClass() + ", which can't exist before its parts");
        }
        return id;
    }

    @Override
    public int addWrittenObject(Object object) {
        if (parts != null) {
            parts.checkOutside(object);
        }
        return super.addWrittenObject(object);
    }

    @Override
    public Object getReadObject(@SuppressWarnings("rawtypes") Class type, int id) {
        Object object = id < readObjects.size() ? super.getReadObject(type, id) : null;
        if (object == null) {
            throw new UnreadableAttributeException("the frame refers to object " + id + ", which is not there yet");
        }
        if (object instanceof Missing missing) {
            checkMayBeMissing(missing.className());
        }
        return object;
    }

    /** Values whose identity means nothing are written out each time: that costs less than remembering them. */
    @Override
    public boolean useReferences(@SuppressWarnings("rawtypes") Class type) {
        return super.useReferences(type)
                && !Enum.class.isAssignableFrom(type)
                && !KnownTypes.WITHOUT_IDENTITY.contains(type);
    }

    @Override
    public void reset() {
        super.reset();
        underConstruction.clear();
        parts = null;
        unwanted = 0;
    }

    private boolean isUnderConstruction(Object object) {
        return underConstruction.stream().anyMatch(candidate -> candidate == object);
    }
}

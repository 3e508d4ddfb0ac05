package org.ringlet.codec;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import com.esotericsoftware.kryo.util.IdentityObjectIntMap;
import java.util.ArrayList;
import java.util.List;

/**
 * How classes are named in a frame: those of {@link KnownTypes} by number, others by a name that is written once a frame
 * and resolved by the application's class loader only.
 */
final class FrameClassResolver extends DefaultClassResolver {
    /** How large a table stays after a frame of many classes. */
    private static final int NUMBERS_KEPT = 64;

    private final IdentityObjectIntMap<Class<?>> numbers = new IdentityObjectIntMap<>();
    private final List<Registration> named = new ArrayList<>();

    /** Lets the objects of a class be written as those of another. */
    void alias(Class<?> type, Registration registration) {
        classToRegistration.put(type, registration);
    }

    @Override
    protected void writeName(Output out, @SuppressWarnings("rawtypes") Class type, Registration registration) {
        out.writeByte(NAME + 2);
        Class<?> written = registration.getType();
        int id = numbers.get(written, -1);
        if (id == -1) {
            numbers.put(written, numbers.size);
            out.writeVarInt(numbers.size - 1, true);
            Text.write(out, written.getName());
        } else {
            out.writeVarInt(id, true);
        }
    }

    @Override
    protected Registration readName(Input in) {
        int id = in.readVarInt(true);
        if (id < named.size() && id >= 0) {
            return named.get(id);
        }
        if (id != named.size()) {
            throw new UnreadableAttributeException("the frame names class " + id + " before class " + named.size());
        }
        String name = Text.read(in);
        Registration registration = ((Graph) kryo).registrationOf(name, in);
        if (registration.getId() != NAME) {
            throw new UnreadableAttributeException(
                    "class " + name + " has changed since: it now defines how it is serialised by itself");
        }
        named.add(registration);
        return registration;
    }

    @Override
    public void reset() {
        super.reset();
        named.clear();
        if (numbers.size > 0) {
            numbers.clear(NUMBERS_KEPT);
        }
    }
}

package org.ringlet.bench.jmh;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.HashMap;
import java.util.Map;
import org.ringlet.session.Bytes;

/** As StandardSession writes itself: one object stream for all names and values. */
final class OneStreamCodec implements SessionCodec {
    private static final String SESSION = "";

    @Override
    public Map<String, Bytes> encode(Map<String, Object> attributes) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(attributes.size());
            for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
                out.writeObject(attribute.getKey());
                out.writeObject(attribute.getValue());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return Map.of(SESSION, Bytes.wrap(bytes.toByteArray()));
    }

    @Override
    @SuppressWarnings("BanSerializableRead") // its own bytes; being compared with is all it is here for
    public Map<String, Object> decode(Map<String, Bytes> stored) {
        byte[] bytes = stored.getOrDefault(SESSION, Bytes.EMPTY).array();
        Map<String, Object> attributes = new HashMap<>();
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            int count = (Integer) in.readObject();
            for (int i = 0; i < count; i++) {
                attributes.put((String) in.readObject(), in.readObject());
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return attributes;
    }

    @Override
    public void close() {}
}

package org.ringlet.bench.jmh;

import java.util.HashMap;
import java.util.Map;
import org.ringlet.codec.AttributeCodec;
import org.ringlet.session.Bytes;

/** As Ringlet stores a session: a frame for each attribute. */
record FramedCodec(AttributeCodec codec) implements SessionCodec {
    @Override
    public Map<String, Bytes> encode(Map<String, Object> attributes) {
        Map<String, Bytes> stored = new HashMap<>();
        attributes.forEach((name, value) -> stored.put(name, codec.encode(value)));
        return stored;
    }

    @Override
    public Map<String, Object> decode(Map<String, Bytes> stored) {
        Map<String, Object> attributes = new HashMap<>();
        stored.forEach((name, frame) -> attributes.put(name, codec.decode(frame)));
        return attributes;
    }

    @Override
    public void close() {
        codec.close();
    }
}

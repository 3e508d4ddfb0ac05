package org.ringlet.bench.jmh;

import java.util.Map;
import org.ringlet.session.Bytes;

/** Writes and reads all attributes of a session. */
interface SessionCodec extends AutoCloseable {
    /** What is stored, by name. */
    Map<String, Bytes> encode(Map<String, Object> attributes);

    Map<String, Object> decode(Map<String, Bytes> stored);

    @Override
    void close();
}

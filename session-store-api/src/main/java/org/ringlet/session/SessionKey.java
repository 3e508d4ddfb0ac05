package org.ringlet.session;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** What a store finds a session by: the application and the session id without its route. */
public record SessionKey(Application application, SessionId id) {
    public SessionKey {
        Objects.requireNonNull(application, "application");
        Objects.requireNonNull(id, "id");
    }

    /**
     * The key as bytes: cluster, host, context, version and id, each in UTF-8 behind its length (two bytes, high byte
     * first), so that no two keys have the same bytes.
     */
    public Bytes canonical() {
        var out = new ByteArrayOutputStream(96);
        write(out, application.cluster());
        write(out, application.host());
        write(out, application.context());
        write(out, application.version());
        write(out, id.value());
        return Bytes.wrap(out.toByteArray());
    }

    private static void write(ByteArrayOutputStream out, String part) {
        byte[] utf8 = part.getBytes(StandardCharsets.UTF_8);
        out.write(utf8.length >> 8);
        out.write(utf8.length);
        out.writeBytes(utf8);
    }

    @Override
    public String toString() {
        return application + " " + id;
    }
}

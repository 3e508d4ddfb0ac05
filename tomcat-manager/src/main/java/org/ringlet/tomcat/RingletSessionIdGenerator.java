package org.ringlet.tomcat;

import org.apache.catalina.util.SessionIdGeneratorBase;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.SessionId;

/**
 * The random part of a session id, in the alphabet of {@link SessionId}, from the random source that the Manager's
 * {@code secureRandom…} attributes choose. Public because Tomcat's XML may name it, to set {@code sessionIdLength}.
 */
public final class RingletSessionIdGenerator extends SessionIdGeneratorBase {
    /** Bits that one character holds. */
    private static final int BITS = 6;

    @Override
    public String generateSessionId(@Nullable String route) {
        byte[] random = new byte[(getSessionIdLength() * Byte.SIZE + BITS - 1) / BITS];
        getRandomBytes(random);
        String id = SessionId.encoded(random);
        return route == null || route.isEmpty() ? id : id + '.' + route;
    }
}

package org.ringlet.store.ring;

import org.ringlet.session.Application;
import org.ringlet.session.SessionKey;

/** What two sruns compare their sessions by: 64-bit hashes that stay the same from one JVM to the next. */
final class Digest {
    /** Into how many ranges the sessions are divided. */
    static final int RANGES = 64;

    private static final long ENDED = 0x9e3779b97f4a7c15L;

    private Digest() {}

    /** Of a key: FNV-1a over its parts, finished with SplitMix64. */
    static long of(SessionKey key) {
        Application application = key.application();
        long hash = fnv1a(0xcbf29ce484222325L, application.host());
        hash = fnv1a(hash, application.context());
        hash = fnv1a(hash, application.version());
        return mix(fnv1a(hash, key.id().value()));
    }

    /** Of a state: equal ones are equal. */
    static long of(Replica replica) {
        return replica instanceof Replica.Live live ? live.revision() : ENDED;
    }

    static long of(long key, Replica replica) {
        return mix(key ^ of(replica));
    }

    static int range(long key) {
        return (int) (key >>> 58);
    }

    private static long fnv1a(long start, String text) {
        long hash = start;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash * 0x100000001b3L;
    }

    private static long mix(long z) {
        long x = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }
}

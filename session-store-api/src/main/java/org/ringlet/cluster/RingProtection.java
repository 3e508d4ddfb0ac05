package org.ringlet.cluster;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How the ring's connections are protected.
 *
 * @param keystore a PKCS12 or JKS file with an srun's own key and certificate; empty: each makes itself one when it starts
 */
public record RingProtection(Tls tls, Optional<Keystore> keystore) {
    /** When connections are TLS. */
    public enum Tls {
        /** If any srun is beyond the loopback interface. */
        AUTO,
        ALWAYS,
        /** Beyond loopback each frame is authenticated instead; whoever is between can read. */
        NEVER
    }

    /** @param file if it is relative, from {@code catalina.base} */
    public record Keystore(Path file, String password) {
        @Override
        public String toString() {
            return file.toString();
        }
    }

    public static final RingProtection DEFAULT = new RingProtection(Tls.AUTO, Optional.empty());

    public RingProtection {
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(keystore, "keystore");
    }
}

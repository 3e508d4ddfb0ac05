package org.ringlet.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Makes {@link RingSettings} of a {@code <ring>} element. */
final class RingReader {
    /** There are two holders. */
    private static final int MAX_ACKS = 2;

    private static final Grammar<RingProtection.Tls> TLS = Grammar.oneOf(List.of("auto", "always", "never"))
            .map(text -> RingProtection.Tls.valueOf(text.toUpperCase(Locale.ROOT)));

    private RingReader() {}

    static RingSettings read(Element ring) {
        RingSettings byDefault = RingSettings.DEFAULT;
        var settings = new RingSettings(
                ring.optional("acks", Grammar.whole(1, MAX_ACKS)).orElse(byDefault.acks()),
                ring.optional("min-acks", Grammar.whole(1, MAX_ACKS)).orElse(byDefault.minAcks()),
                duration(ring, "ack-timeout").orElse(byDefault.ackTimeout()),
                duration(ring, "lease").orElse(byDefault.lease()),
                duration(ring, "heartbeat").orElse(byDefault.heartbeat()),
                duration(ring, "dead-time").orElse(byDefault.deadTime()),
                duration(ring, "rejoin-limit").orElse(byDefault.rejoinLimit()),
                ring.optional("persist", Grammar.FLAG).orElse(byDefault.persist()),
                ring.optional("fsync", Grammar.FLAG).orElse(byDefault.fsync()),
                protection(ring));
        ring.refuseTheRest();
        // a default in place of a value at fault would give further faults that mean nothing
        if (ring.isSound()) {
            checkTogether(ring, settings);
        }
        return settings;
    }

    private static RingProtection protection(Element ring) {
        RingProtection.Tls tls = ring.optional("tls", TLS).orElse(RingProtection.Tls.AUTO);
        return new RingProtection(tls, ring.child("tls").flatMap(RingReader::keystore));
    }

    private static Optional<RingProtection.Keystore> keystore(Element tls) {
        Optional<String> file = tls.required("keystore", Grammar.TEXT);
        Optional<String> password = tls.required("password", Grammar.TOKEN);
        tls.refuseTheRest();
        return tls.isSound()
                ? Optional.of(new RingProtection.Keystore(Path.of(file.orElseThrow()), password.orElseThrow()))
                : Optional.empty();
    }

    private static void checkTogether(Element ring, RingSettings settings) {
        if (settings.minAcks() > settings.acks()) {
            ring.fault(
                    ring.firstGiven("min-acks", "acks"),
                    "min-acks is " + settings.minAcks() + " and acks is " + settings.acks()
                            + "; min-acks must not be greater than acks");
        }
        checkLess(ring, "lease", settings.lease(), "ack-timeout", settings.ackTimeout());
        checkLess(ring, "heartbeat", settings.heartbeat(), "dead-time", settings.deadTime());
    }

    private static void checkLess(Element ring, String small, Duration less, String great, Duration more) {
        if (less.compareTo(more) >= 0) {
            ring.fault(
                    ring.firstGiven(small, great),
                    small + " is " + Durations.format(less) + " and " + great + " is " + Durations.format(more) + "; "
                            + small + " must be less than " + great);
        }
    }

    private static Optional<Duration> duration(Element ring, String attribute) {
        return ring.optional(attribute, Grammar.DURATION);
    }
}

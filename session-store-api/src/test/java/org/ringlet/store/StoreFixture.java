package org.ringlet.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.ServiceLoader;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.RingSettings;
import org.ringlet.cluster.RouterSettings;
import org.ringlet.cluster.Srun;
import org.ringlet.seal.Seal;
import org.ringlet.session.Application;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;

/** What the tests of all stores are set in: a cluster of two sruns, an application, its sessions. */
public final class StoreFixture {
    public static final Duration TOMBSTONE_LIFE = Duration.ofHours(1);
    public static final Application SHOP = new Application("prod", "localhost", "/shop", "");
    public static final Cluster TWO_SRUNS = new Cluster(
            "prod", Optional.empty(), List.of(srun(0), srun(1)), RingSettings.DEFAULT, RouterSettings.DEFAULT);

    private static final long MAX_SESSION_SIZE = 16 << 20;
    private static final Random RANDOM = new Random();

    private StoreFixture() {}

    public static Seal seal() {
        return Seal.sealed("a secret that only the tests know", List.of());
    }

    /** What the store of an srun is opened with, in whichever process. */
    public static StoreSettings settings(int srun, Path base, Map<String, String> options) {
        return new StoreSettings(
                TWO_SRUNS,
                Optional.empty(),
                srun,
                base,
                seal(),
                List.of(),
                Duration.ofSeconds(5),
                TOMBSTONE_LIFE,
                MAX_SESSION_SIZE,
                options);
    }

    public static SessionStoreProvider provider(String name) {
        return ServiceLoader.load(SessionStoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no provider says that it is " + name));
    }

    /** The key of a session that nobody has used yet. */
    public static SessionKey newKey() {
        return SHOP.key(newId());
    }

    public static SessionId newId() {
        return SessionId.generate(0, 1, RANDOM);
    }

    private static Srun srun(int index) {
        return new Srun(
                index,
                "s" + index,
                "127.0.0.1",
                8081 + index,
                OptionalInt.empty(),
                Srun.DEFAULT_WEIGHT,
                Optional.empty(),
                Optional.empty(),
                false);
    }
}

package org.ringlet.store.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.store.SessionCopy;
import org.ringlet.store.SessionStore;
import org.ringlet.store.StoreFixture;
import org.ringlet.store.StoreSettings;

/** A disk that is full, as another JVM sees it: one that may write no file of more than 64 blocks. */
final class FullDisk {
    private FullDisk() {}

    /** Saves a large session there, and returns what that threw. */
    static String saveLarge(StoreSettings settings, SessionKey key) throws Exception {
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -f 64; exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullDisk.class.getName(),
                        settings.base().toString(),
                        settings.option("directory").orElseThrow(),
                        key.id().value())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    public static void main(String[] args) {
        Map<String, String> options = Map.of("directory", args[1]);
        try (SessionStore store = new FileStoreProvider().open(StoreFixture.settings(1, Path.of(args[0]), options))) {
            SessionKey key = StoreFixture.SHOP.key(new SessionId(args[2]));
            SessionCopy.loaded(store, key).with("blob", new byte[1 << 20]).save();
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }
}

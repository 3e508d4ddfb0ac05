package org.ringlet.store.ring;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import org.ringlet.session.SessionId;

/**
 * A new key with a certificate that nobody has signed but itself. The JDK makes them with its {@code keytool} alone, which
 * every runtime has in its {@code bin}.
 */
final class SelfSigned {
    private static final int RANDOM_BYTES = 32;
    private static final int SECONDS = 30;

    private SelfSigned() {}

    static KeyManagerFactory keys() throws IOException, GeneralSecurityException {
        // readable for nobody else
        Path directory = Files.createTempDirectory("ringlet-ring");
        Path file = directory.resolve("key.p12");
        String password = password();
        try {
            make(file, password);
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, password.toCharArray());
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password.toCharArray());
            return keys;
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }

    /** Writes them into a new keystore. */
    static void make(Path file, String password) throws IOException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "ring",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=ringlet",
                        "-validity",
                        "3650",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass:env",
                        "RINGLET_STOREPASS"))
                .redirectErrorStream(true);
        builder.environment().put("RINGLET_STOREPASS", password);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(keytool + " takes more than " + SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                throw new IOException(keytool + " fails: " + output.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + keytool + " was running", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String password() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return SessionId.encoded(random);
    }
}

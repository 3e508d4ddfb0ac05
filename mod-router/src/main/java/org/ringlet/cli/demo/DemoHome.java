package org.ringlet.cli.demo;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ringlet.cli.CommandFailedException;

/** What the demo takes from the distribution. */
public record DemoHome(Path dropIn, Path shop, Path tomcat) {
    /** Of the distribution in whose {@code lib/} the jar of this class lies. */
    public static DemoHome ofThisJar() throws IOException {
        Path lib = thisJar().toAbsolutePath().getParent();
        if (lib == null || lib.getParent() == null) {
            throw incomplete(thisJar());
        }
        return of(lib.getParent());
    }

    static DemoHome of(Path home) throws IOException {
        Path dropIn = home.resolve("lib/ringlet-tomcat.jar");
        Path shop = home.resolve("demo/shop.war");
        if (!Files.isRegularFile(dropIn) || !Files.isRegularFile(shop)) {
            throw incomplete(home);
        }
        try (DirectoryStream<Path> tomcats = Files.newDirectoryStream(home.resolve("demo"), "apache-tomcat-*")) {
            for (Path tomcat : tomcats) {
                return new DemoHome(dropIn, shop, tomcat);
            }
        }
        throw incomplete(home);
    }

    private static Path thisJar() {
        try {
            return Path.of(DemoHome.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static CommandFailedException incomplete(Path home) {
        return new CommandFailedException("the demo runs from the distribution, with lib/ringlet-tomcat.jar, "
                + "demo/shop.war and demo/apache-tomcat-*: not all of them are in " + home);
    }
}

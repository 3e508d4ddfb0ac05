package org.ringlet.bench.routers;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A configuration file with places to fill: {@code @PORT@}, {@code @DIRECTORY@}, {@code @PORT_0@}, {@code @PORT_1@}. */
final class Template {
    private Template() {}

    static Path write(String resource, Path directory, int port, List<RoutedServer> servers) throws IOException {
        Map<String, String> places = new TreeMap<>();
        places.put("@PORT@", Integer.toString(port));
        places.put("@DIRECTORY@", directory.toString());
        servers.forEach(server -> places.put("@PORT_" + server.index() + "@", Integer.toString(server.port())));
        String text = read(resource);
        for (Map.Entry<String, String> place : places.entrySet()) {
            text = text.replace(place.getKey(), place.getValue());
        }
        return Files.writeString(directory.resolve(resource), text);
    }

    private static String read(String resource) throws IOException {
        try (InputStream in = Template.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new FileNotFoundException(resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

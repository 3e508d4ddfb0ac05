package org.ringlet.router;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** Tables of raw requests. */
final class Payloads {
    private Payloads() {}

    /**
     * @param expected what is to be seen
     * @param bytes one character for each byte
     */
    record Payload(String expected, String name, String bytes) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Payload> in(String resource) {
        try (InputStream in = Objects.requireNonNull(Payloads.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Payloads::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Payload parse(String line) {
        String[] fields = line.split(" \\| ", 3);
        return new Payload(fields[0], fields[1], unescaped(fields[2]));
    }

    private static String unescaped(String text) {
        StringBuilder bytes = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != '\\') {
                bytes.append(text.charAt(i));
                continue;
            }
            char escape = text.charAt(++i);
            switch (escape) {
                case 'r' -> bytes.append('\r');
                case 'n' -> bytes.append('\n');
                case 't' -> bytes.append('\t');
                case '0' -> bytes.append('\0');
                case '\\' -> bytes.append('\\');
                case 'x' -> {
                    bytes.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                    i += 2;
                }
                default -> throw new IllegalArgumentException("unknown escape \\" + escape + " in " + text);
            }
        }
        return bytes.toString();
    }
}

package org.ringlet.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A resource of test vectors: lines of fields between bars, comments behind {@code #}. */
public final class VectorFile {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-f]{4})|\\\\)");

    private VectorFile() {}

    /** The fields of each line. */
    public static List<List<String>> read(Class<?> beside, String name) throws IOException {
        try (InputStream in = beside.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line ->
                            Arrays.stream(line.split("\\|")).map(String::strip).toList())
                    .toList();
        }
    }

    /** The text that a field in quotes stands for. */
    public static String unquoted(String field) {
        String inside = field.substring(1, field.length() - 1);
        return ESCAPE.matcher(inside)
                .replaceAll(escape -> Matcher.quoteReplacement(
                        escape.group(2) == null ? "\\" : Character.toString(Integer.parseInt(escape.group(2), 16))));
    }
}

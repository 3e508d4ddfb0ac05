package org.ringlet.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.ringlet.store.ConfigurationException;

/**
 * Which classes may be stored and brought back, by name. A class that {@code deniedClasses} matches never is. One on
 * the built-in list of classes that are known to serve attacks is only if {@code allowedClasses} gives its full name.
 * Of the others, if {@code allowedClasses} is given, only those that it matches are, and the JDK's plain values and
 * collections, which can't do harm without an accomplice.
 */
public final class ClassFilter {
    private static final List<ClassPattern> PLAIN = Stream.of(
                    "java.lang.*",
                    "java.math.*",
                    "java.net.URI",
                    "java.sql.*",
                    "java.time.**",
                    "java.util.*",
                    "java.util.concurrent.*",
                    "java.util.concurrent.atomic.*")
            .map(glob -> ClassPattern.parse("plain classes", glob))
            .toList();

    private static final Map<ClassPattern, String> BUILT_IN_DENIALS = readBuiltInDenials();

    private final List<ClassPattern> allowed;
    private final List<ClassPattern> denied;

    private ClassFilter(List<ClassPattern> allowed, List<ClassPattern> denied) {
        this.allowed = allowed;
        this.denied = denied;
    }

    /** Allows all but what the built-in list denies. */
    public static ClassFilter builtIn() {
        return of("", "");
    }

    /**
     * A filter of two lists of patterns as a user writes them, separated by commas or white space, either of them
     * possibly empty.
     *
     * @throws ConfigurationException if a pattern is ill-formed
     */
    public static ClassFilter of(String allowedClasses, String deniedClasses) {
        return new ClassFilter(parse("allowedClasses", allowedClasses), parse("deniedClasses", deniedClasses));
    }

    /** Why a class, given by its name and no array, is refused; empty if it may pass. */
    Optional<String> refusal(String className) {
        for (ClassPattern pattern : denied) {
            if (pattern.matches(className)) {
                return Optional.of("class " + className + " is refused by deniedClasses (" + pattern.glob() + ")");
            }
        }
        if (allowed.stream().anyMatch(pattern -> pattern.isExact() && pattern.matches(className))) {
            return Optional.empty();
        }
        for (Map.Entry<ClassPattern, String> denial : BUILT_IN_DENIALS.entrySet()) {
            if (denial.getKey().matches(className)) {
                return Optional.of("class " + className + " is refused: " + denial.getValue()
                        + "; only its full name in allowedClasses lets it pass");
            }
        }
        if (allowed.isEmpty()
                || Stream.concat(allowed.stream(), PLAIN.stream()).anyMatch(pattern -> pattern.matches(className))) {
            return Optional.empty();
        }
        return Optional.of("class " + className + " is not among the allowedClasses");
    }

    private static List<ClassPattern> parse(String setting, String globs) {
        return Arrays.stream(globs.split("[,\\s]+"))
                .filter(glob -> !glob.isEmpty())
                .map(glob -> ClassPattern.parse(setting, glob))
                .toList();
    }

    /** The resource has a reason after '#' on a line of its own, then the patterns that it is the reason for. */
    private static Map<ClassPattern, String> readBuiltInDenials() {
        Map<ClassPattern, String> denials = new LinkedHashMap<>();
        String reason = "";
        for (String line :
                readResource("denied-classes.txt").lines().map(String::strip).toList()) {
            if (line.startsWith("#")) {
                reason = line.substring(1).strip();
            } else if (!line.isEmpty()) {
                denials.put(ClassPattern.parse("built-in denials", line), reason);
            }
        }
        return Map.copyOf(denials);
    }

    private static String readResource(String name) {
        try (InputStream in = Objects.requireNonNull(ClassFilter.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

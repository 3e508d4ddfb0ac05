package org.ringlet.cluster;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ${NAME}} stands for in a cluster file. {@code ${NAME:-default}} gives the default if the variable is unset
 * or empty, as in a shell; <code>$${</code> stands for <code>${</code> itself. What a variable holds is not looked into
 * again.
 */
@FunctionalInterface
interface Variables {
    Pattern REFERENCE = Pattern.compile("\\$\\$\\{|\\$\\{(?<inside>[^}]*)(?<end>}?)");
    Pattern INSIDE = Pattern.compile("(?<name>[A-Za-z_][A-Za-z0-9_.-]*?)(:-(?<default>(?!.*\\$\\{).*))?");

    /** Empty if the variable is unset. */
    Optional<String> value(String name);

    /** System properties, then the environment. */
    static Variables ofProcess() {
        return name -> Optional.ofNullable(System.getProperty(name)).or(() -> Optional.ofNullable(System.getenv(name)));
    }

    /**
     * The text with each reference replaced.
     *
     * @param fault is told of each reference that can't be; never with text other than variables' names, since the
     *     text may be a secret
     * @return empty if there was a fault
     */
    default Optional<String> expand(String text, Consumer<String> fault) {
        Matcher reference = REFERENCE.matcher(text);
        var expanded = new StringBuilder();
        boolean complete = true;
        while (reference.find()) {
            Optional<String> value = reference.group("inside") == null
                    ? Optional.of("${")
                    : resolve(reference.group("inside"), !reference.group("end").isEmpty(), fault);
            complete &= value.isPresent();
            reference.appendReplacement(expanded, Matcher.quoteReplacement(value.orElse("")));
        }
        reference.appendTail(expanded);
        return complete ? Optional.of(expanded.toString()) : Optional.empty();
    }

    private Optional<String> resolve(String inside, boolean closed, Consumer<String> fault) {
        Matcher form = INSIDE.matcher(inside);
        if (!closed || !form.matches()) {
            fault.accept("has a ${ that is neither ${NAME} nor ${NAME:-default}; a ${ of its own is written $${");
            return Optional.empty();
        }
        String name = form.group("name");
        Optional<String> byDefault = Optional.ofNullable(form.group("default"));
        Optional<String> value = value(name)
                .filter(found -> byDefault.isEmpty() || !found.isEmpty())
                .or(() -> byDefault);
        if (value.isEmpty()) {
            fault.accept("uses ${" + name + "}, which is neither a system property nor an environment variable; set it,"
                    + " or give a default: ${" + name + ":-default}");
        }
        return value;
    }
}

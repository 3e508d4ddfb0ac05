package org.ringlet.codec;

import java.util.regex.Pattern;
import org.ringlet.store.ConfigurationException;

/**
 * A glob over class names: {@code *} stands for any run of characters but the dot, {@code **} for any run at all. A
 * nested class is part of the name of the class that it is in ({@code com.acme.Order$Line}).
 */
record ClassPattern(String glob, Pattern compiled) {
    private static final Pattern WELL_FORMED = Pattern.compile(
            "(\\*\\*|[\\p{javaJavaIdentifierPart}*]+)" + "(\\.(\\*\\*|[\\p{javaJavaIdentifierPart}*]+))*");

    static ClassPattern parse(String setting, String glob) {
        if (!WELL_FORMED.matcher(glob).matches() || glob.contains("***") || Character.isDigit(glob.charAt(0))) {
            throw new ConfigurationException(setting + ": '" + glob + "' is no class pattern; write a class name, or"
                    + " com.acme.* for the classes of a package, or com.acme.** for those of its subpackages too");
        }
        String regex = glob.replace(".", "\\.")
                .replace("$", "\\$")
                .replace("**", "\0")
                .replace("*", "[^.]*")
                .replace("\0", ".*");
        return new ClassPattern(glob, Pattern.compile(regex));
    }

    boolean matches(String className) {
        return compiled.matcher(className).matches();
    }

    /** Whether the pattern is the plain name of one class. */
    boolean isExact() {
        return glob.indexOf('*') < 0;
    }
}

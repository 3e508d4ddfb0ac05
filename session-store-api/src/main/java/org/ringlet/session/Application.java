package org.ringlet.session;

import java.nio.charset.StandardCharsets;

/**
 * Whose sessions they are: one deployed version of one web application on one virtual host of one cluster. Two
 * applications never see each other's sessions, even if they share a store.
 *
 * @param cluster the cluster's name
 * @param host the virtual host's name, as Tomcat's {@code Host} has it
 * @param context the context path, {@code ""} for the root application
 * @param version the version of a parallel deployment, {@code ""} if there is none
 */
public record Application(String cluster, String host, String context, String version) {
    private static final int MAX_PART_LENGTH = 1024;

    public Application {
        check("cluster", cluster);
        check("host", host);
        check("context", context);
        check("version", version);
    }

    /** Two texts that are not well-formed Unicode could have the same bytes, and so could two keys. */
    private static void check(String what, String part) {
        if (part.length() > MAX_PART_LENGTH) {
            throw new IllegalArgumentException("the " + what + " of an application has " + part.length()
                    + " characters; at most " + MAX_PART_LENGTH + " are allowed");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(part)) {
            throw new IllegalArgumentException("the " + what + " of an application is not well-formed Unicode");
        }
    }

    public SessionKey key(SessionId id) {
        return new SessionKey(this, id);
    }

    @Override
    public String toString() {
        return cluster + "/" + host + (context.isEmpty() ? "/" : context) + (version.isEmpty() ? "" : "##" + version);
    }
}

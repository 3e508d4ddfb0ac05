package org.ringlet.session;

import java.util.Objects;

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
    public Application {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(context, "context");
        Objects.requireNonNull(version, "version");
    }

    public SessionKey key(SessionId id) {
        return new SessionKey(this, id);
    }

    @Override
    public String toString() {
        return cluster + "/" + host + (context.isEmpty() ? "/" : context) + (version.isEmpty() ? "" : "##" + version);
    }
}

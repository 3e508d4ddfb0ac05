package org.ringlet.it.harness;

import java.nio.file.Path;

/** The Tomcats that the build has unpacked: of each line the oldest that is supported and the newest. */
public enum TomcatDistribution {
    TOMCAT_10_OLDEST("it.tomcat10.oldest"),
    TOMCAT_10("it.tomcat10.newest"),
    TOMCAT_11_OLDEST("it.tomcat11.oldest"),
    TOMCAT_11("it.tomcat11.newest");

    private final String version;

    TomcatDistribution(String versionProperty) {
        this.version = Build.property(versionProperty);
    }

    Path home() {
        return Path.of(Build.property("it.tomcats"), "apache-tomcat-" + version);
    }

    @Override
    public String toString() {
        return "Tomcat " + version;
    }
}

package org.ringlet.bench;

import java.util.List;
import org.ringlet.bench.sessions.Contender;
import picocli.CommandLine.Option;

/** Which session managers are measured, and on which JVM. */
final class TomcatOptions {
    @Option(
            names = "--contenders",
            split = ",",
            paramLabel = "NAME",
            description = "Some of ${COMPLETION-CANDIDATES} (default: all). Ratios are taken to standard.")
    private List<Contender> contenders = List.of(Contender.values());

    @Option(
            names = "--java-option",
            paramLabel = "OPTION",
            description = "Another option for the JVMs of the Tomcats; may be repeated. Each runs in a directory of"
                    + " its own, below target/work.")
    private List<String> javaOptions = List.of();

    List<Contender> contenders() {
        return contenders;
    }

    List<String> javaOptions() {
        return javaOptions;
    }
}

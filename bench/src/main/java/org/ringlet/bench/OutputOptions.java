package org.ringlet.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ringlet.bench.process.Installation;
import org.ringlet.bench.report.Samples;
import picocli.CommandLine.Option;

/** Where the results go. */
final class OutputOptions {
    @Option(names = "--out", paramLabel = "DIR", description = "Where the results go (default: target/results).")
    private @Nullable Path directory;

    Samples samples(String benchmark, String baseline, Installation installation) throws IOException {
        return new Samples(directory(installation).resolve(benchmark + ".ndjson"), baseline);
    }

    /** Shows a report and keeps it. */
    void report(String benchmark, String report, Installation installation) throws IOException {
        Path file = directory(installation).resolve(benchmark + ".md");
        Files.writeString(file, report);
        System.out.println(report);
        System.err.println("written to " + file);
    }

    private Path directory(Installation installation) {
        return directory == null ? installation.directory().resolve("results") : directory;
    }
}

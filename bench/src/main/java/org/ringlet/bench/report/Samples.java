package org.ringlet.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The measurements of a benchmark. Each is written to a file at once, so that what was measured survives a failure. */
public final class Samples {
    private final Path file;
    private final String baseline;
    private final List<Sample> samples = new ArrayList<>();

    /**
     * @param file is begun anew
     * @param baseline the contender that ratios are taken to
     */
    public Samples(Path file, String baseline) throws IOException {
        this.file = file;
        this.baseline = baseline;
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, "");
    }

    public void add(Sample sample) throws IOException {
        samples.add(sample);
        Files.writeString(file, sample.toJson() + "\n", StandardOpenOption.APPEND);
    }

    public Stream<Sample> all() {
        return samples.stream();
    }

    public String baseline() {
        return baseline;
    }

    public List<String> contenders() {
        return samples.stream().map(Sample::contender).distinct().toList();
    }

    public List<String> phases() {
        return samples.stream().map(Sample::phase).distinct().toList();
    }

    public Distribution figures(String contender, String phase, String figure) {
        return new Distribution(of(contender, phase).mapToDouble(sample -> sample.figure(figure)));
    }

    /**
     * How many times the baseline's a figure was, round by round: between two windows of one round the machine's mood
     * has hardly changed.
     */
    public Distribution ratios(String contender, String phase, String figure) {
        return new Distribution(of(contender, phase)
                .flatMapToDouble(sample -> baselineOf(sample, figure).map(base -> sample.figure(figure) / base)));
    }

    private DoubleStream baselineOf(Sample sample, String figure) {
        return of(baseline, sample.phase())
                .filter(base -> base.round() == sample.round())
                .mapToDouble(base -> base.figure(figure));
    }

    private Stream<Sample> of(String contender, String phase) {
        return samples.stream()
                .filter(sample ->
                        sample.contender().equals(contender) && sample.phase().equals(phase));
    }
}

package org.ringlet.bench.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Values in order. Of none at all everything is NaN. */
public final class Distribution {
    private final double[] sorted;

    public Distribution(DoubleStream values) {
        this.sorted = values.sorted().toArray();
    }

    public double median() {
        return sorted.length == 0 ? Double.NaN : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    public double least() {
        return Arrays.stream(sorted).min().orElse(Double.NaN);
    }

    public double greatest() {
        return Arrays.stream(sorted).max().orElse(Double.NaN);
    }

    /** The median, and where the values lie. */
    public String toString(int digits) {
        String format = "%." + digits + "f (%." + digits + "f–%." + digits + "f)";
        return sorted.length == 0 ? "–" : String.format(Locale.ROOT, format, median(), least(), greatest());
    }
}

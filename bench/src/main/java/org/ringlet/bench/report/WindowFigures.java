package org.ringlet.bench.report;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.ringlet.bench.load.Window;

/** The figures of measured windows, by name, and the columns that show them. */
public final class WindowFigures {
    private static final String CPU = "cpuMicrosPerRequest";
    private static final String ALLOCATED = "bytesAllocatedPerRequest";
    private static final String RATE = "requestsPerSecond";
    private static final String MEDIAN = "medianMillis";
    private static final String P99 = "p99Millis";
    private static final String WRONG = "wrongAnswers";
    private static final String LOAD = "machineLoad";

    private WindowFigures() {}

    public static Map<String, Double> of(Window window) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(CPU, window.cpuMicrosPerRequest());
        figures.put(ALLOCATED, window.bytesPerRequest());
        figures.put(RATE, window.requestsPerSecond());
        figures.put(MEDIAN, window.median().toNanos() / 1e6);
        figures.put(P99, window.p99().toNanos() / 1e6);
        figures.put(WRONG, (double) window.wrong());
        figures.put(LOAD, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        return figures;
    }

    /**
     * A table for each phase.
     *
     * @param requests how many of them the column of CPU seconds is for
     * @param withAllocation whether that was metered
     */
    public static String report(Samples samples, int requests, boolean withAllocation) {
        var report = new StringBuilder();
        for (String phase : samples.phases()) {
            Table table = table(samples, phase, requests);
            if (withAllocation) {
                addAllocation(table, samples, phase);
            }
            report.append("### ").append(phase).append("\n\n");
            report.append(table.render(samples.contenders())).append('\n');
        }
        return report.toString();
    }

    /** Whether every answer was right. */
    public static boolean allRight(Samples samples) {
        return samples.all().allMatch(sample -> sample.figure(WRONG) == 0);
    }

    private static Table table(Samples samples, String phase, int requests) {
        return new Table()
                .column("contender", contender -> contender)
                .column(
                        String.format(Locale.ROOT, "CPU s per %,d requests", requests),
                        contender -> Table.number(median(samples, contender, phase, CPU) * requests / 1e6, 2))
                .column("× " + samples.baseline(), contender -> samples.ratios(contender, phase, CPU)
                        .toString(2))
                .column("requests/s", contender -> Table.number(median(samples, contender, phase, RATE), 0))
                .column(
                        "p50 / p99 ms",
                        contender -> Table.number(median(samples, contender, phase, MEDIAN), 2)
                                + " / "
                                + Table.number(median(samples, contender, phase, P99), 2))
                .column(
                        "wrong answers",
                        contender -> Table.number(
                                samples.figures(contender, phase, WRONG).greatest(), 0));
    }

    private static void addAllocation(Table table, Samples samples, String phase) {
        table.column(
                        "bytes allocated per request",
                        contender -> Table.number(median(samples, contender, phase, ALLOCATED), 0))
                .column("× " + samples.baseline(), contender -> samples.ratios(contender, phase, ALLOCATED)
                        .toString(2));
    }

    private static double median(Samples samples, String contender, String phase, String figure) {
        return samples.figures(contender, phase, figure).median();
    }
}

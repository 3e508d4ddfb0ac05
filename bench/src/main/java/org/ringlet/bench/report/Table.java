package org.ringlet.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Makes a Markdown table of samples, a row for each contender. */
public final class Table {
    private final List<Column> columns = new ArrayList<>();

    private record Column(String title, Function<String, String> cell) {}

    public Table column(String title, Function<String, String> cell) {
        columns.add(new Column(title, cell));
        return this;
    }

    public String render(List<String> contenders) {
        var text = new StringBuilder();
        row(text, columns.stream().map(Column::title).toList());
        row(text, columns.stream().map(column -> "---").toList());
        for (String contender : contenders) {
            row(
                    text,
                    columns.stream().map(column -> column.cell.apply(contender)).toList());
        }
        return text.toString();
    }

    /** A figure with so many digits behind the point; a dash if there is none. */
    public static String number(double value, int digits) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%,." + digits + "f", value);
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}

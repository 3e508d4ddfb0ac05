package org.ringlet.store.ring;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What happens in a ring, told in a text: a verb a line; the lines that begin with {@code #} say what it shows. */
record Scenario(String file, List<Line> lines) {
    /** One verb of a scenario. */
    record Line(String file, int number, String text) {
        @Override
        public String toString() {
            return file + ":" + number + ": " + text;
        }
    }

    /** Reads a resource from beside the tests. */
    static Scenario read(String file) {
        try (InputStream in = Scenario.class.getResourceAsStream("scenarios/" + file)) {
            if (in == null) {
                throw new IllegalArgumentException("no scenario " + file);
            }
            return of(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("scenario " + file + " can't be read", e);
        }
    }

    static Scenario of(String file, String text) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            number++;
            if (!line.isEmpty() && !line.startsWith("#")) {
                lines.add(new Line(file, number, line));
            }
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException(file + ": nothing happens");
        }
        return new Scenario(file, lines);
    }

    /** Plays it once; each seed has other delays. What fails is told with its line. */
    void play(long seed) {
        Line now = lines.get(0);
        try {
            Verbs verbs = new Verbs(Stage.of(now.text(), seed));
            for (Line line : lines.subList(1, lines.size())) {
                now = line;
                verbs.play(line.text());
            }
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(now + "\n" + e.getMessage() + "\n(with seed " + seed + ")", e);
        }
    }

    @Override
    public String toString() {
        return file.replace(".txt", "").replace('-', ' ');
    }
}

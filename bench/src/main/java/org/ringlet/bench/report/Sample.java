package org.ringlet.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one measurement gave.
 *
 * @param contender who was measured
 * @param phase doing what
 * @param figures by name, in the order in which they are written
 */
public record Sample(String contender, String phase, int round, Map<String, Double> figures) {
    public Sample {
        figures = new LinkedHashMap<>(figures);
    }

    double figure(String name) {
        Double value = figures.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is none of " + figures.keySet());
        }
        return value;
    }

    /** One line, without its end. Names are ours, and need no escapes. */
    String toJson() {
        String numbers = figures.entrySet().stream()
                .map(figure -> ",\"" + figure.getKey() + "\":" + figure.getValue())
                .collect(Collectors.joining());
        return "{\"contender\":\"" + contender + "\",\"phase\":\"" + phase + "\",\"round\":" + round + numbers + "}";
    }
}

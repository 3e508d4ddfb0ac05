package org.ringlet.codec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The values of the codec's own samples that need no library, for tests of those who use the codec. */
public final class SampleValues {
    private SampleValues() {}

    /** New ones each time, by what they are called. */
    public static Map<String, Object> all() {
        Map<String, Object> values = new LinkedHashMap<>();
        Stream.of(JdkSamples.all(), CollectionSamples.all(), ApplicationSamples.all())
                .flatMap(samples -> samples)
                .forEach(sample -> values.put(sample.name(), sample.value().get()));
        return values;
    }
}

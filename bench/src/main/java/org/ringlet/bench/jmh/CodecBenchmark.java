package org.ringlet.bench.jmh;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.ringlet.bench.report.Table;
import org.ringlet.session.Bytes;

/** What it costs to write a session's attributes as bytes and to read them again, all of them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class CodecBenchmark {
    @Param
    private SessionForm form;

    @Param
    private SampleSession session;

    private SessionCodec codec;
    private Map<String, Object> attributes;
    private Map<String, Bytes> stored;

    @Setup
    public void open() {
        codec = form.open();
        attributes = session.attributes();
        stored = codec.encode(attributes);
    }

    @TearDown
    public void close() {
        codec.close();
    }

    @Benchmark
    public Object encode() {
        return codec.encode(attributes);
    }

    @Benchmark
    public Object decode() {
        return codec.decode(stored);
    }

    @Benchmark
    public Object roundTrip() {
        return codec.decode(codec.encode(attributes));
    }

    /** How many bytes each session has in each form, as a table. */
    public static String sizes() {
        Table table = new Table().column("bytes", form -> form);
        for (SampleSession session : SampleSession.values()) {
            table.column(session.toString(), form -> Integer.toString(size(SessionForm.valueOf(form), session)));
        }
        return table.render(
                Arrays.stream(SessionForm.values()).map(SessionForm::name).toList());
    }

    private static int size(SessionForm form, SampleSession session) {
        try (SessionCodec codec = form.open()) {
            return codec.encode(session.attributes()).values().stream()
                    .mapToInt(Bytes::size)
                    .sum();
        }
    }
}

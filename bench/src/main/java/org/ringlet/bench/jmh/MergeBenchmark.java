package org.ringlet.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionRecord;

/** What it costs to bring a change of one entry, or another copy, into a record of ten. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MergeBenchmark {
    private final SessionRecord record = SampleRecord.record();
    private final SessionRecord equal = SampleRecord.record();
    private final SessionRecord other = SampleRecord.changedElsewhere();
    private final SessionDelta change = SampleRecord.change();

    @Benchmark
    public SessionRecord apply() {
        return record.apply(change);
    }

    @Benchmark
    public SessionRecord merge() {
        return record.merge(other);
    }

    @Benchmark
    public SessionRecord mergeOfEqualCopies() {
        return record.merge(equal);
    }
}

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
import org.ringlet.session.Entry;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;

/** What a record's digest costs: of one entry, and of a new record of ten. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RevisionBenchmark {
    private final SessionRecord record = SampleRecord.record();
    private final Entry entry = SampleRecord.entry(1);

    @Benchmark
    public long ofAnEntry() {
        return Revision.of("text1", entry);
    }

    @Benchmark
    public SessionRecord ofANewRecord() {
        return new SessionRecord(record.entries(), record.lastAccess(), Stamp.ZERO);
    }
}

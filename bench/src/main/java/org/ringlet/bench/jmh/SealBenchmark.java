package org.ringlet.bench.jmh;

import java.util.List;
import java.util.SplittableRandom;
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
import org.openjdk.jmh.annotations.Warmup;
import org.ringlet.seal.Seal;
import org.ringlet.session.Application;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/** What it costs to make bytes of a record of 2 KB and to read them, with a secret and without. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SealBenchmark {
    /** With which protection. */
    public enum Protection {
        SEALED,
        UNSEALED;

        Seal seal() {
            return this == SEALED ? Seal.sealed("benchmark-secret-0123456789-0123456789", List.of()) : Seal.unsealed();
        }
    }

    @Param
    private Protection protection;

    private final SessionRecord record = SampleRecord.record();
    private final SessionKey key =
            new Application("bench", "localhost", "", "").key(SessionId.generate(0, 0, new SplittableRandom(1)));
    private Seal seal;
    private byte[] sealed;

    @Setup
    public void prepare() {
        seal = protection.seal();
        sealed = seal.seal(key, record);
    }

    @Benchmark
    public byte[] close() {
        return seal.seal(key, record);
    }

    @Benchmark
    public SessionRecord open() {
        return seal.open(key, sealed);
    }
}

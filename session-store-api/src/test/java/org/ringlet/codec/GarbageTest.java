package org.ringlet.codec;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ringlet.session.Bytes;

/** Whatever the bytes, decoding gives a value or an {@link UnreadableAttributeException}, and soon. */
class GarbageTest {
    private static final AttributeCodec CODEC =
            AttributeCodec.kryo(CodecSettings.of(GarbageTest.class.getClassLoader()));
    private static final int SEED = 20260101;

    static Stream<Sample> samples() {
        return NeverDifferentFromJavaTest.samples().stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aFrameWithFlippedBits(Sample sample) {
        byte[] frame = CODEC.encode(sample.value().get()).array();
        Random random = new Random(SEED);
        for (int round = 0; round < 60; round++) {
            byte[] flipped = frame.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            }
            decode(flipped);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aFrameCutShort(Sample sample) {
        Bytes frame = CODEC.encode(sample.value().get());
        for (int size = 0; size < frame.size(); size += 1 + frame.size() / 100) {
            decode(Bytes.copyOf(frame.array(), 0, size).array());
        }
    }

    static List<Dialect> dialects() {
        return List.of(Dialect.values());
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void noiseBehindAHeader(Dialect dialect) {
        Random random = new Random(SEED);
        for (int round = 0; round < 20_000; round++) {
            byte[] noise = new byte[3 + random.nextInt(60)];
            random.nextBytes(noise);
            noise[0] = (byte) dialect.code();
            noise[1] = Dialect.VERSION;
            decode(noise);
        }
    }

    private static void decode(byte[] frame) {
        try {
            CODEC.decode(Bytes.wrap(frame));
        } catch (UnreadableAttributeException expected) {
            // As it should.
        }
    }
}

package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java serialisation is the oracle: what it brings back, the codec brings back, equal in behaviour. */
class NeverDifferentFromJavaTest {
    private static final CodecSettings SETTINGS = CodecSettings.of(NeverDifferentFromJavaTest.class.getClassLoader());
    private static final AttributeCodec KRYO = AttributeCodec.kryo(SETTINGS);
    private static final AttributeCodec JAVA = AttributeCodec.java(SETTINGS);

    static List<Sample> samples() {
        return Stream.of(JdkSamples.all(), CollectionSamples.all(), ApplicationSamples.all(), LibrarySamples.all())
                .flatMap(s -> s)
                .toList();
    }

    static Stream<Sample> serializable() {
        return samples().stream().filter(Sample::isSerializable);
    }

    static Stream<Sample> sameToTheByte() {
        return samples().stream().filter(sample -> sample.java() == Sample.Java.SAME_BYTES);
    }

    static Stream<Sample> notSerializable() {
        return samples().stream().filter(sample -> !sample.isSerializable());
    }

    @Test
    void theSamplesAreMany() {
        assertThat(samples()).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    }

    /** Else the check would say nothing. */
    @ParameterizedTest
    @MethodSource("serializable")
    void theOraclePassesTheCheck(Sample sample) {
        Object value = sample.value().get();
        sample.check().accept(value, JavaSerialization.copy(value));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void kryoBringsItBack(Sample sample) {
        Object value = sample.value().get();
        sample.check().accept(value, KRYO.decode(KRYO.encode(value)));
    }

    @ParameterizedTest
    @MethodSource("serializable")
    void javaBringsItBack(Sample sample) {
        Object value = sample.value().get();
        sample.check().accept(value, JAVA.decode(JAVA.encode(value)));
    }

    @ParameterizedTest
    @MethodSource("notSerializable")
    void javaRefusesWhatIsNotSerializable(Sample sample) {
        assertThatThrownBy(() -> JAVA.encode(sample.value().get())).isInstanceOf(UnstorableAttributeException.class);
    }

    @ParameterizedTest
    @MethodSource("sameToTheByte")
    void kryosCopyIsJavasCopyToTheLastByte(Sample sample) {
        Object value = sample.value().get();
        byte[] javas = JavaSerialization.write(JavaSerialization.copy(value));
        assertThat(JavaSerialization.write(KRYO.decode(KRYO.encode(value)))).isEqualTo(javas);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aCopyOfACopyIsStillTheSame(Sample sample) {
        Object value = sample.value().get();
        Object copy = KRYO.decode(KRYO.encode(value));
        sample.check().accept(value, KRYO.decode(KRYO.encode(copy)));
    }

    @ParameterizedTest
    @MethodSource("serializable")
    void eitherCodecReadsTheOthersFrames(Sample sample) {
        Object value = sample.value().get();
        sample.check().accept(value, JAVA.decode(KRYO.encode(value)));
        sample.check().accept(value, KRYO.decode(JAVA.encode(value)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void encodingLeavesTheValueAsItWas(Sample sample) {
        Object value = sample.value().get();
        KRYO.encode(value);
        sample.check().accept(value, value);
    }
}

package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ringlet.session.Bytes;
import org.ringlet.store.ConfigurationException;

/** Too deep, too large, or more declared than there is: refused in time, at no cost to the thread. */
class LimitsTest {
    private static AttributeCodec open(Dialect dialect, CodecLimits limits) {
        CodecSettings settings =
                new CodecSettings(LimitsTest.class.getClassLoader(), ClassFilter.builtIn(), limits, false);
        return dialect == Dialect.KRYO ? AttributeCodec.kryo(settings) : AttributeCodec.java(settings);
    }

    private static Object nestedLists(int depth) {
        List<Object> outer = new ArrayList<>();
        for (int i = 1; i < depth; i++) {
            List<Object> next = new ArrayList<>();
            next.add(outer);
            outer = next;
        }
        return outer;
    }

    private static Object nestedMaps(int depth) {
        Map<String, Object> outer = new HashMap<>();
        for (int i = 1; i < depth; i++) {
            Map<String, Object> next = new HashMap<>();
            next.put("k", outer);
            outer = next;
        }
        return outer;
    }

    @ParameterizedTest
    @EnumSource
    void whatIsTwentyThousandDeepIsRefused(Dialect dialect) {
        try (AttributeCodec codec = open(dialect, CodecLimits.DEFAULT)) {
            for (Object deep : List.of(nestedLists(20_000), nestedMaps(20_000), ApplicationSamples.chain(20_000))) {
                assertThatThrownBy(() -> codec.encode(deep)).isInstanceOf(UnstorableAttributeException.class);
            }
            assertThat(codec.decode(codec.encode("still good"))).isEqualTo("still good");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStackThatOverflowsAllTheSameIsNoMoreThanARefusal(Dialect dialect) {
        try (AttributeCodec codec = open(dialect, new CodecLimits(1 << 24, 1_000_000))) {
            assertThatThrownBy(() -> codec.encode(nestedMaps(100_000)))
                    .isInstanceOf(UnstorableAttributeException.class)
                    .hasMessageContaining("deep");
            assertThat(codec.decode(codec.encode("still good"))).isEqualTo("still good");
        }
    }

    /** What is written can be read again, in the stack of an ordinary thread. */
    @ParameterizedTest
    @EnumSource
    void whatIsFourHundredDeepComesBack(Dialect dialect) {
        try (AttributeCodec codec = open(dialect, CodecLimits.DEFAULT)) {
            assertThat(codec.decode(codec.encode(nestedLists(400)))).isInstanceOf(ArrayList.class);
            assertThat(codec.decode(codec.encode(nestedMaps(400)))).isInstanceOf(HashMap.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsTooLargeIsRefused(Dialect dialect) {
        try (AttributeCodec codec = open(dialect, new CodecLimits(1000, 100))) {
            assertThatThrownBy(() -> codec.encode(new byte[1001]))
                    .isInstanceOf(UnstorableAttributeException.class)
                    .hasMessageContaining("1000");
            assertThat(codec.decode(codec.encode(new byte[900]))).isEqualTo(new byte[900]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFrameThatIsTooLargeIsNotRead(Dialect dialect) {
        Bytes large;
        try (AttributeCodec codec = open(dialect, CodecLimits.DEFAULT)) {
            large = codec.encode(new byte[2000]);
        }
        try (AttributeCodec codec = open(dialect, new CodecLimits(1000, 100))) {
            assertThatThrownBy(() -> codec.decode(large)).isInstanceOf(UnreadableAttributeException.class);
        }
    }

    /** Each is a container by its number in a frame, behind it a count of two thousand million. */
    @ParameterizedTest
    @ValueSource(ints = {10, 11, 12, 13, 16, 17, 18, 19, 20, 60, 62, 63, 69, 72, 80, 81, 82, 9})
    void aDeclaredLengthAllocatesNothing(int number) {
        try (AttributeCodec codec = open(Dialect.KRYO, CodecLimits.DEFAULT);
                Output out = new Output(64)) {
            out.writeByte(Dialect.KRYO.code());
            out.writeByte(Dialect.VERSION);
            out.writeVarInt(number + 2, true);
            out.writeVarInt(1, true);
            if (number == 80) {
                out.writeBoolean(false);
            }
            out.writeVarInt(Integer.MAX_VALUE - 8, true);
            out.writeInt(0);
            assertThatThrownBy(() -> codec.decode(Bytes.wrap(out.toBytes())))
                    .isInstanceOf(UnreadableAttributeException.class)
                    .hasMessageContaining("declared");
        }
    }

    @Test
    void nestingDoesNotMultiplyWhatMayBeDeclared() {
        try (AttributeCodec codec = open(Dialect.KRYO, CodecLimits.DEFAULT);
                Output out = new Output(2 << 20)) {
            out.writeByte(Dialect.KRYO.code());
            out.writeByte(Dialect.VERSION);
            for (int i = 0; i < 500; i++) {
                out.writeVarInt(18 + 2, true);
                out.writeVarInt(1, true);
                out.writeVarInt(1_000_000, true);
            }
            out.writeBytes(new byte[1_000_000]);
            assertThatThrownBy(() -> codec.decode(Bytes.wrap(out.toBytes())))
                    .isInstanceOf(UnreadableAttributeException.class)
                    .hasMessageContaining("declared");
        }
    }

    @Test
    void aDeclaredLengthInAJavaStreamAllocatesNothing() throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(stream)) {
            out.writeObject(new long[] {0x1122334455667788L});
        }
        byte[] bytes = stream.toByteArray();
        ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES - Long.BYTES, Integer.MAX_VALUE - 8);
        ByteBuffer frame = ByteBuffer.allocate(bytes.length - 2);
        frame.put((byte) Dialect.JAVA.code()).put((byte) Dialect.VERSION).put(bytes, 4, bytes.length - 4);
        try (AttributeCodec codec = open(Dialect.JAVA, CodecLimits.DEFAULT)) {
            assertThatThrownBy(() -> codec.decode(Bytes.wrap(frame.array())))
                    .isInstanceOf(UnreadableAttributeException.class)
                    .hasMessageContaining("declared");
        }
    }

    @Test
    void limitsArePositive() {
        assertThatThrownBy(() -> new CodecLimits(0, 1)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> new CodecLimits(1, 0)).isInstanceOf(ConfigurationException.class);
    }
}

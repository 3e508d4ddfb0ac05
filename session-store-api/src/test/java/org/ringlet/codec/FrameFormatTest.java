package org.ringlet.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ringlet.session.Bytes;

/** The bytes themselves: they stay in stores for longer than a release. */
class FrameFormatTest {
    private static final AttributeCodec CODEC =
            AttributeCodec.kryo(CodecSettings.of(FrameFormatTest.class.getClassLoader()));

    static final class Counter implements Serializable {
        int n;
        byte[] pad;
    }

    @Test
    void theFormatIsPinned() {
        Counter counter = new Counter();
        counter.n = 3;
        counter.pad = new byte[] {7};
        assertThat(CODEC.encode(counter))
                .isEqualTo(Bytes.wrap(concat(
                        bytes(1, 1), // Kryo, version 1
                        bytes(1, 0), // a class by name, the first
                        text("org.ringlet.codec.FrameFormatTest$Counter"),
                        bytes(1), // an object not met before
                        bytes(0, 1, 0, 2), // layout: one class, itself, of two fields
                        text("n"),
                        bytes('I'),
                        text("pad"),
                        bytes('L'),
                        bytes(6), // n = 3
                        bytes(12, 1, 1, 7)))); // type 10, byte[], not met before, of one
    }

    @Test
    void aTextByItselfIsFramedAsOneWithin() {
        byte[] asAnObject = concat(bytes(3, 1), text("abc"));
        assertThat(CODEC.encode("abc")).isEqualTo(Bytes.wrap(concat(bytes(1, 1), asAnObject)));
        assertThat(CODEC.encode(new Object[] {"abc"}))
                .isEqualTo(Bytes.wrap(concat(bytes(1, 1), bytes(20, 1, 1), asAnObject)));
    }

    /** The resource may grow; a line that changes would misread what is stored. */
    @Test
    void theNumbersOfKnownTypesArePinned() throws IOException {
        try (InputStream pinned = FrameFormatTest.class.getResourceAsStream("known-types.txt")) {
            assertThat(KnownTypes.ALL)
                    .extracting(known -> known.number() + " " + known.type().getName())
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(new String(pinned.readAllBytes(), US_ASCII)
                            .lines()
                            .filter(line -> !line.startsWith("#"))
                            .toList());
            assertThat(KnownTypes.ALL).extracting(KnownType::number).doesNotHaveDuplicates();
        }
    }

    private static byte[] text(String text) {
        return concat(bytes(text.length() << 1), text.getBytes(US_ASCII));
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @Test
    void aSmallObjectCostsLittleMoreThanItsNameAndItsData() {
        Counter counter = new Counter();
        counter.pad = new byte[200];
        assertThat(CODEC.encode(counter).size())
                .isLessThanOrEqualTo(Counter.class.getName().length() + 200 + 25);
    }

    @Test
    void aClassIsNamedOnceAFrame() {
        List<Counter> one = new ArrayList<>(List.of(new Counter()));
        List<Counter> many = new ArrayList<>(List.of(new Counter(), new Counter(), new Counter()));
        assertThat(CODEC.encode(many).size() - CODEC.encode(one).size()).isLessThanOrEqualTo(2 * 6);
    }

    @Test
    void equalValuesGiveEqualFrames() {
        assertThat(CODEC.encode(new ArrayList<>(Arrays.asList("a", null, 2.5))))
                .isEqualTo(CODEC.encode(new ArrayList<>(Arrays.asList("a", null, 2.5))));
    }

    @Test
    void aLaterFormatIsRefusedByName() {
        byte[] frame = CODEC.encode("x").array().clone();
        frame[1] = 9;
        assertThatThrownBy(() -> CODEC.decode(Bytes.wrap(frame)))
                .isInstanceOf(UnreadableAttributeException.class)
                .hasMessageContaining("version 9");
    }

    @Test
    void anUnknownSerialiserIsRefusedByName() {
        byte[] frame = CODEC.encode("x").array().clone();
        frame[0] = 77;
        assertThatThrownBy(() -> CODEC.decode(Bytes.wrap(frame)))
                .isInstanceOf(UnreadableAttributeException.class)
                .hasMessageContaining("77");
    }

    @Test
    void bytesBehindTheValueAreRefused() {
        Bytes frame = CODEC.encode("x");
        assertThatThrownBy(() -> CODEC.decode(Bytes.copyOf(frame.array(), 0, frame.size() + 1)))
                .isInstanceOf(UnreadableAttributeException.class);
    }
}

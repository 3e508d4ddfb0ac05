package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.ringlet.form.ByteSink;
import org.ringlet.store.UnreadableSessionException;

class FrameSealTest {
    private static final byte[] KEY = "a key".getBytes(StandardCharsets.US_ASCII);

    private final FrameSeal sender = new FrameSeal(KEY);
    private final FrameSeal receiver = new FrameSeal(KEY);

    @Test
    void whatArrivesInOrderIsAccepted() {
        for (int i = 0; i < 3; i++) {
            assertThat(receiver.open("it", sealed("frame " + i))).isEqualTo(7);
        }
    }

    @Test
    void anAlteredFrameIsRefused() {
        byte[] frame = sealed("frame");
        for (int at = 0; at < frame.length; at++) {
            byte[] altered = frame.clone();
            altered[at] ^= 1;
            refuses(new FrameSeal(KEY), altered);
        }
    }

    @Test
    void aFrameIsAcceptedOnce() {
        byte[] frame = sealed("frame");
        receiver.open("it", frame);

        refuses(receiver, frame);
    }

    @Test
    void aFrameThatWasLeftOutIsMissed() {
        sealed("left out");

        refuses(receiver, sealed("next"));
    }

    @Test
    void whatIsTooShortForACodeIsRefused() {
        refuses(receiver, new byte[FrameSeal.SIZE - 1]);
    }

    private static void refuses(FrameSeal seal, byte[] frame) {
        assertThatThrownBy(() -> seal.open("it", frame))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("it: a frame was altered");
    }

    private byte[] sealed(String text) {
        ByteSink sink = new ByteSink(64).put(text.getBytes(StandardCharsets.US_ASCII));
        sender.seal(sink);
        return sink.toByteArray();
    }
}

package org.ringlet.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswerReaderTest {
    private final AnswerReader reader = new AnswerReader();

    @Test
    void readsAnAnswerThatComesInPieces() throws IOException {
        assertThat(reader.read(bytes("HTTP/1.1 200 \r\nSet-Cookie: a=b; Path=/\r\nContent-")))
                .isEmpty();
        assertThat(reader.read(bytes("Length: 3\r\n\r\n4"))).isEmpty();
        assertThat(reader.read(bytes("2 "))).contains(new Answer(200, Optional.of("a=b"), 42, 3));
    }

    @Test
    void readsOneAnswerAfterTheOther() throws IOException {
        String text = "HTTP/1.1 200 \r\ncontent-length: 1\r\n\r\n";

        assertThat(reader.read(bytes(text + "1"))).contains(new Answer(200, Optional.empty(), 1, 1));
        assertThat(reader.read(bytes(text + "x"))).contains(new Answer(200, Optional.empty(), -1, 1));
    }

    @Test
    void refusesAnAnswerWhoseEndItCannotKnow() {
        assertThatThrownBy(() -> reader.read(bytes("HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n")))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("Content-Length");
    }

    private static ReadableByteChannel bytes(String text) {
        return Channels.newChannel(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
    }
}

package org.ringlet.router.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The decoder sees the same in a stream, wherever the stream is cut. */
class RequestDecoderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # what is sent, with ~ for a line end | what is decoded
            GET /a HTTP/1.1~Host: h~~ | GET[]
            ~GET /a HTTP/1.1~Host: h~~ | GET[]
            GET /a HTTP/1.1~Host: h~~GET /b HTTP/1.1~Host: h~~ | GET[]GET[]
            GET /a HTTP/1.1~Host: h~~~GET /b HTTP/1.1~Host: h~~ | GET[]GET[]
            POST /a HTTP/1.1~Host: h~Content-Length: 5~~helloGET /b HTTP/1.1~Host: h~~ | POST[hello]GET[]
            POST /a HTTP/1.1~Host: h~Transfer-Encoding: chunked~~5~hello~0~~GET /b HTTP/1.1~Host: h~~ | POST[hello]GET[]
            POST /a HTTP/1.1~Host: h~Transfer-Encoding: chunked~~2~he~3~llo~0~X: y~~GET /b HTTP/1.0~~ | POST[hello]GET[]
            POST /a HTTP/1.1~Host: h~Content-Length: 11~~ GET  x~ yGET /b HTTP/1.1~Host: h~~ | POST[ GET  x~ y]GET[]
            GET /a HTTP/1.1~Host: h~~GET  /b HTTP/1.1~Host: h~~ | GET[]refused
            GET /a HTTP/1.1~Host: h~ folded~~ | refused
            GET /a HTTP/1.1~Host: h~~GET /b HTTP/1.1~Host: h~ folded~~GET /c HTTP/1.1~Host: h~~ | GET[]refused
            POST /a HTTP/1.1~Host: h~Content-Length: 5~~hello GET /b HTTP/1.1~Host: h~~ | POST[hello]refused
            GET /a HTTP/1.1~Host: h~~~~~GET /b HTTP/1.1~Host: h~~ | GET[]refused
            GET /a http/1.1~Host: h~~ | refused
            """)
    void seesTheSameWhereverTheStreamIsCut(String stream, String decoded) {
        String bytes = stream.replace("~", "\r\n");
        String expected = decoded.replace("~", "\r\n");

        for (int cut = 1; cut <= bytes.length(); cut++) {
            assertThat(decode(cut, bytes)).as("cut at %d", cut).isEqualTo(expected);
        }
        assertThat(decodeBytewise(bytes)).isEqualTo(expected);
    }

    private static String decode(int cut, String bytes) {
        EmbeddedChannel channel = new EmbeddedChannel(new RequestDecoder(new HttpDecoderConfig()));
        write(channel, bytes.substring(0, cut));
        write(channel, bytes.substring(cut));
        return drain(channel);
    }

    private static String decodeBytewise(String bytes) {
        EmbeddedChannel channel = new EmbeddedChannel(new RequestDecoder(new HttpDecoderConfig()));
        bytes.chars().forEach(b -> write(channel, Character.toString(b)));
        return drain(channel);
    }

    private static void write(EmbeddedChannel channel, String bytes) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes, ISO_8859_1));
    }

    private static String drain(EmbeddedChannel channel) {
        StringBuilder seen = new StringBuilder();
        for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
            if (message instanceof HttpRequest request) {
                seen.append(request.method()).append('[');
            } else if (message instanceof Refusal) {
                seen.append("refused");
            } else if (message instanceof HttpContent content) {
                seen.append(content.content().toString(ISO_8859_1))
                        .append(message instanceof LastHttpContent ? "]" : "");
            }
            ReferenceCountUtil.release(message);
        }
        channel.finishAndReleaseAll();
        return seen.toString();
    }
}

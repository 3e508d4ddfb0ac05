package org.ringlet.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CountingUserTest {
    private final CountingUser user = new CountingUser(1, 1);

    @Test
    void sendsTheCookieThatItWasGiven() {
        user.request();
        user.accept(new Answer(200, Optional.of("JSESSIONID=abc"), 1, 1));

        assertThat(new String(user.request(), StandardCharsets.US_ASCII))
                .startsWith("GET /count HTTP/1.1\r\n")
                .contains("\r\nCookie: JSESSIONID=abc\r\n");
    }

    @Test
    void refusesACounterThatHasNotMoved() {
        user.request();
        user.accept(new Answer(200, Optional.of("JSESSIONID=abc"), 1, 1));
        user.request();

        assertThatThrownBy(() -> user.accept(new Answer(200, Optional.empty(), 1, 1)))
                .isInstanceOf(WrongAnswerException.class)
                .hasMessageContaining("counter 1 to a write after 1");
    }

    @Test
    void refusesANewSessionInThePlaceOfItsOwn() {
        user.request();
        user.accept(new Answer(200, Optional.of("JSESSIONID=abc"), 1, 1));
        user.request();

        assertThatThrownBy(() -> user.accept(new Answer(200, Optional.of("JSESSIONID=def"), 2, 1)))
                .isInstanceOf(WrongAnswerException.class);
    }
}

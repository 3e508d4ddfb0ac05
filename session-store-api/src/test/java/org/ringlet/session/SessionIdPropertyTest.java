package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class SessionIdPropertyTest {
    @Property
    void isReadAsItWasGeneratedWithARouteOrWithout(
            @ForAll @IntRange(max = SessionId.MAX_INDEX) int owner,
            @ForAll @IntRange(max = SessionId.MAX_INDEX) int backup,
            @ForAll Random random,
            @ForAll String route) {
        SessionId id = SessionId.generate(owner, backup, random);

        assertThat(id.owner()).isEqualTo(owner);
        assertThat(id.backup()).isEqualTo(backup);
        assertThat(SessionId.parse(id.value())).contains(id);
        assertThat(SessionId.parse(id.value() + "." + route)).contains(id);
    }

    @Property
    void whateverAClientSendsIsNoIdOrAHarmlessOne(@ForAll String text) {
        SessionId.parse(text).ifPresent(id -> {
            assertThat(id.value()).matches("[a-zA-Z0-9_-]{1,128}");
            assertThat(id.owner()).isBetween(-1, SessionId.MAX_INDEX);
            assertThat(id.backup()).isBetween(-1, SessionId.MAX_INDEX);
        });
    }

    @Property
    void anyTextOfTheAlphabetHasIndicesIfItIsLongEnough(
            @ForAll @AlphaChars @StringLength(min = 1, max = 128) String text) {
        SessionId id = SessionId.parse(text).orElseThrow();

        assertThat(id.owner() >= 0).isEqualTo(text.length() > 4);
        assertThat(id.backup() >= 0).isEqualTo(text.length() > 4);
    }

    @Property
    void doesNotShowItself(@ForAll @AlphaChars @StringLength(min = 1, max = 128) String text) {
        assertThat(new SessionId(text).toString()).hasSizeLessThanOrEqualTo(1 + Math.min(8, text.length() / 2));
    }
}

package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SessionKeyPropertyTest {
    @Property(tries = 5000)
    void twoKeysHaveTheSameBytesOnlyIfTheyAreEqual(@ForAll("keys") SessionKey a, @ForAll("keys") SessionKey b) {
        assertThat(a.canonical().equals(b.canonical())).isEqualTo(a.equals(b));
    }

    @Example
    void textIsNotPassedFromOnePartToTheNext() {
        SessionId id = new SessionId("abcde");

        assertThat(new Application("a", "bc", "", "").key(id).canonical())
                .isNotEqualTo(new Application("ab", "c", "", "").key(id).canonical());
    }

    @Example
    void hasAKnownForm() {
        SessionKey key = new Application("shop", "localhost", "/ü", "").key(new SessionId("aaab"));

        assertThat(key.canonical())
                .isEqualTo(Bytes.ofHex("0004" + "73686f70" + "0009" + "6c6f63616c686f7374" + "0003" + "2fc3bc" + "0000"
                        + "0004" + "61616162"));
    }

    @Example
    void anApplicationIsNotNamedByWhatIsNotUnicode() {
        assertThatThrownBy(() -> new Application("shop", "localhost", "/\ud800", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the context of an application is not well-formed Unicode");
    }

    @Example
    void anApplicationIsNotNamedByMoreThanFitsBehindItsLength() {
        assertThatThrownBy(() -> new Application("shop", "localhost", "", "v".repeat(1025)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the version of an application has 1025 characters; at most 1024 are allowed");
    }

    /** Of few short texts, so that keys are often equal or nearly so. */
    @Provide
    Arbitrary<SessionKey> keys() {
        Arbitrary<String> texts = Arbitraries.of("", "a", "aa", "ab", "\0", "\0\1", "\0\1a", "é", "🎃");
        Arbitrary<SessionId> ids = Arbitraries.of("a", "aa", "ab", "aaab").map(SessionId::new);
        Arbitrary<Application> applications =
                Combinators.combine(texts, texts, texts, texts).as(Application::new);
        return Combinators.combine(applications, ids).as(SessionKey::new);
    }
}

package org.ringlet.router.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryVerdictTest {
    @ParameterizedTest(name = "{0}, reused {1}, replayable {2}, repeated {3}: {4}")
    @CsvSource(
            textBlock =
                    """
            CONNECT,      false, true,  false, next
            CONNECT,      false, false, false, next
            CONNECT,      false, true,  true,  next
            UNANSWERED,   true,  true,  false, same
            UNANSWERED,   true,  true,  true,  next
            UNANSWERED,   false, true,  false, next
            UNANSWERED,   false, true,  true,  next
            UNANSWERED,   true,  false, false, 502
            UNANSWERED,   false, false, false, 502 charged
            STALLED,      false, true,  false, 504 charged
            STALLED,      true,  false, false, 504 charged
            BAD_RESPONSE, false, true,  false, 502
            BAD_RESPONSE, true,  false, false, 502
            CUT_SHORT,    false, true,  false, abort
            CUT_SHORT,    true,  false, false, abort
            """)
    void followsTheTable(Failure failure, boolean isReused, boolean isReplayable, boolean wasRepeated, String verdict) {
        assertThat(text(RetryVerdict.on(failure, isReused, isReplayable, wasRepeated)))
                .isEqualTo(verdict);
    }

    private static String text(RetryVerdict verdict) {
        if (verdict instanceof RetryVerdict.SameSrun) {
            return "same";
        }
        if (verdict instanceof RetryVerdict.NextSrun) {
            return "next";
        }
        if (verdict instanceof RetryVerdict.GiveUp answer) {
            return answer.status().code() + (answer.isCharged() ? " charged" : "");
        }
        return "abort";
    }
}

package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ringlet.session.Revision;

/**
 * Thousands of random schedules of faults, and what must hold in each whatever happens. {@code -Dringlet.schedules} says
 * how many, {@code -Dringlet.seed} with which to begin.
 */
class SchedulesTest {
    private static final int SCHEDULES = Integer.getInteger("ringlet.schedules", 3000);
    private static final long SEED = Long.getLong("ringlet.seed", 1);

    /** Rules of the protocol that are broken on the way, so that the schedules can show that they notice. */
    enum Broken implements UnaryOperator<Message> {
        EVERYBODY_IS_GRANTED_TRUST {
            @Override
            public Message apply(Message message) {
                return message instanceof Message.Pong pong
                        ? new Message.Pong(pong.number(), pong.view(), true)
                        : message;
            }
        },
        NOTHING_IS_COPIED {
            @Override
            public Message apply(Message message) {
                return message instanceof Message.Request request
                                && request.question() instanceof Question.Copies copies
                        ? new Message.Request(request.number(), new Question.Copies(copies.view(), List.of()))
                        : message;
            }
        },
        ENDS_ARE_NOT_PASSED_ON {
            @Override
            public Message apply(Message message) {
                return message instanceof Message.Request request && request.question() instanceof Question.KeepEnd end
                        ? new Message.Request(request.number(), new Question.Get(end.key(), Revision.NONE))
                        : message;
            }
        }
    }

    @Test
    void everyPromiseHoldsInEverySchedule() {
        long checks = 0;
        for (long seed = SEED; seed < SEED + SCHEDULES; seed++) {
            try {
                checks += new Schedule(seed).run();
            } catch (AssertionError | RuntimeException e) {
                fail("-Dringlet.seed=" + seed + " -Dringlet.schedules=1 replays this", e);
            }
        }
        assertThat(checks).as("reads that were checked").isGreaterThanOrEqualTo(SCHEDULES * 5L);
    }

    @ParameterizedTest
    @EnumSource
    void aBrokenRuleIsFound(Broken rule) {
        OptionalLong found =
                LongStream.range(1, 2000).filter(seed -> fails(seed, rule)).findFirst();

        assertThat(found).as("the first schedule that finds it").isPresent();
    }

    private static boolean fails(long seed, Broken rule) {
        try {
            new Schedule(seed, rule).run();
            return false;
        } catch (AssertionError e) {
            return true;
        }
    }

    @Test
    void theSameSeedIsTheSameRun() {
        assertThat(new Schedule(7).trace()).isEqualTo(new Schedule(7).trace());
    }
}

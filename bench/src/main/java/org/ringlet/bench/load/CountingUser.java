package org.ringlet.bench.load;

import java.util.Optional;
import java.util.SplittableRandom;

/** A user of the counter application, who knows what the counter in its session must be. */
public final class CountingUser implements User {
    private final SplittableRandom random;
    private final double writes;
    private byte[] write = Request.get("/count");
    private byte[] read = Request.get("/read");
    private Optional<String> cookie = Optional.empty();
    private long last;
    private boolean writing;

    /** @param writes how many of the requests count, from 0 to 1; the others read */
    public CountingUser(long seed, double writes) {
        this.random = new SplittableRandom(seed);
        this.writes = writes;
    }

    @Override
    public byte[] request() {
        // the first request makes the session
        writing = cookie.isEmpty() || random.nextDouble() < writes;
        return writing ? write : read;
    }

    @Override
    public void accept(Answer answer) {
        long expected = writing ? last + 1 : last;
        if (answer.status() != 200 || answer.number() != expected) {
            throw new WrongAnswerException("status " + answer.status() + " and counter " + answer.number() + " to a "
                    + (writing ? "write" : "read") + " after " + last);
        }
        if (answer.cookie().isPresent() && cookie.isPresent()) {
            throw new WrongAnswerException("a new session in the place of one whose counter was " + last);
        }
        answer.cookie().ifPresent(this::identifyBy);
        last = expected;
    }

    private void identifyBy(String given) {
        cookie = Optional.of(given);
        write = Request.get("/count", given);
        read = Request.get("/read", given);
    }
}

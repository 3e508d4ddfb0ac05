package org.ringlet.bench.load;

/** Somebody who never comes back with its cookie: every request makes a session. */
public final class Newcomer implements User {
    private static final byte[] REQUEST = Request.get("/count");

    @Override
    public byte[] request() {
        return REQUEST;
    }

    @Override
    public void accept(Answer answer) {
        if (answer.status() != 200 || answer.number() != 1 || answer.cookie().isEmpty()) {
            throw new WrongAnswerException("no new session, but " + answer);
        }
    }
}

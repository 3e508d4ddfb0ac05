package org.ringlet.bench.load;

/** Somebody who asks, remembers what the answers said, and knows what the next one must be. Used by one thread. */
public interface User {
    /** The next request as it goes on the wire. */
    byte[] request();

    /** @throws WrongAnswerException if it can't be the answer to the last request */
    void accept(Answer answer);
}

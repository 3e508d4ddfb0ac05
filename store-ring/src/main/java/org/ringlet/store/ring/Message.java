package org.ringlet.store.ring;

/** What sruns say to each other. */
sealed interface Message {
    /** @param view the sender's {@link View#id} */
    record Ping(long number, long view) implements Message {}

    /**
     * @param number that of the ping
     * @param grants whether the asker has, for all that the sender knows, the latest state of every session it holds
     */
    record Pong(long number, long view, boolean grants) implements Message {}

    record Request(long number, Question question) implements Message {}

    /** @param number that of the request */
    record Answer(long number, Reply reply) implements Message {}
}

package org.ringlet.bench.load;

import java.util.Optional;

/** A user behind a router, who must always be answered by the server that gave it its cookie. */
public final class StickyUser implements User {
    private final String path;
    private final int size;
    private byte[] request;
    private Optional<String> cookie = Optional.empty();
    private long server;

    /** @param size how many bytes to ask for */
    public StickyUser(int size) {
        this.path = "/" + size;
        this.size = size;
        this.request = Request.get(path);
    }

    @Override
    public byte[] request() {
        return request;
    }

    @Override
    public void accept(Answer answer) {
        if (answer.status() != 200 || answer.size() != size) {
            throw new WrongAnswerException("not " + size + " bytes, but " + answer);
        }
        if (cookie.isEmpty()) {
            String given = answer.cookie().orElseThrow(() -> new WrongAnswerException("no cookie in " + answer));
            cookie = Optional.of(given);
            server = answer.number();
            request = Request.get(path, given);
        } else if (answer.number() != server) {
            throw new WrongAnswerException("server " + answer.number() + " answered a user of server " + server);
        }
    }
}

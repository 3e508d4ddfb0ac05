package org.ringlet.bench.routers;

import java.util.List;
import java.util.stream.IntStream;
import org.ringlet.bench.load.CountingUser;
import org.ringlet.bench.load.StickyUser;
import org.ringlet.bench.load.User;

/** What goes through the routers. */
enum Traffic {
    SMALL_ANSWERS("128-byte answers"),
    LARGE_ANSWERS("10 KB answers"),
    TOMCAT_SESSIONS("two Tomcats, every request writes its session");

    private final String description;

    Traffic(String description) {
        this.description = description;
    }

    /** Whether the servers are Tomcats rather than echo servers. */
    boolean toTomcats() {
        return this == TOMCAT_SESSIONS;
    }

    List<User> users(int count) {
        return IntStream.range(0, count).mapToObj(this::user).toList();
    }

    private User user(int number) {
        return switch (this) {
            case SMALL_ANSWERS -> new StickyUser(EchoAnswers.SMALL);
            case LARGE_ANSWERS -> new StickyUser(EchoAnswers.LARGE);
            case TOMCAT_SESSIONS -> new CountingUser(number, 1);
        };
    }

    @Override
    public String toString() {
        return description;
    }
}

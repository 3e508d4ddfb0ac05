package org.ringlet.bench.sessions;

import java.util.List;
import java.util.stream.IntStream;
import org.ringlet.bench.load.CountingUser;

/** What the users do. */
enum Phase {
    WRITES("every request writes", 1),
    READS("5 % of the requests write", 0.05);

    private final String description;
    private final double writes;

    Phase(String description, double writes) {
        this.description = description;
        this.writes = writes;
    }

    List<CountingUser> users(int count) {
        return IntStream.range(0, count)
                .mapToObj(seed -> new CountingUser(seed, writes))
                .toList();
    }

    @Override
    public String toString() {
        return description;
    }
}

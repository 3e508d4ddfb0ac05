package org.ringlet.it.harness;

import java.util.Map;

/**
 * A complete response.
 *
 * @param headers by lower-case name; of several of one name the last
 */
public record Answer(int status, Map<String, String> headers, String body) {
    /** Which srun of the test application sent it. */
    public String srun() {
        return headers.getOrDefault("x-srun", "none");
    }

    public boolean isOk() {
        return status == 200;
    }

    /** The body of a good answer. */
    public String text() {
        if (!isOk()) {
            throw new AssertionError("status " + status + ": " + body);
        }
        return body;
    }

    public int number() {
        return Integer.parseInt(text());
    }
}

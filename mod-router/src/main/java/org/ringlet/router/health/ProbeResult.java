package org.ringlet.router.health;

/** What a probe saw. */
record ProbeResult(boolean isGood, String text) {
    static ProbeResult good(String text) {
        return new ProbeResult(true, text);
    }

    static ProbeResult bad(String text) {
        return new ProbeResult(false, text);
    }
}

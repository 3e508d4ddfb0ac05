package org.ringlet.router.proxy;

/** Why a request ended: the last word of its line in the access log. */
enum EndReason {
    DONE("done"),
    /** The router answered by itself without asking an srun. */
    REFUSED("refused"),
    CLIENT_GONE("client-gone"),
    CLIENT_STALLED("client-stalled"),
    /** The response came before the request's body was complete. */
    EARLY_RESPONSE("early-response"),
    NO_SRUN("no-srun"),
    SRUN_LOST("srun-lost"),
    SRUN_STALLED("srun-stalled"),
    BAD_RESPONSE("bad-response"),
    /** The srun's connection ended in the middle of a body. */
    CUT_SHORT("cut-short");

    private final String text;

    EndReason(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}

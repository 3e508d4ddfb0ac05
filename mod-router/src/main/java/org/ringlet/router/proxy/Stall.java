package org.ringlet.router.proxy;

/** Who is to blame when nothing moves any more. */
enum Stall {
    /** The srun has the request, or doesn't take it, and says nothing. */
    SRUN_SILENT,
    /** The srun doesn't go on with its response. */
    SRUN_STOPPED,
    /** The client doesn't go on with its request. */
    CLIENT_SILENT,
    /** The client doesn't take the response. */
    CLIENT_STOPPED;

    static Stall of(boolean isRequestComplete, boolean hasResponse, boolean isSrunWritable, boolean isClientWritable) {
        if (hasResponse) {
            return isClientWritable ? SRUN_STOPPED : CLIENT_STOPPED;
        }
        return isRequestComplete || !isSrunWritable ? SRUN_SILENT : CLIENT_SILENT;
    }
}

package org.ringlet.store.ring;

/** How messages leave. They arrive in order, or the connection is lost; to whom there is no connection they are dropped. */
interface Network {
    void send(int srun, Message message);
}

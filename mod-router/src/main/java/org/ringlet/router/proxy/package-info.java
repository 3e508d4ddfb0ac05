/**
 * The way of a request from a client's connection to an srun's and back.
 *
 * <p>Everything that belongs to one client's connection happens on one event loop: the connection itself, the {@link
 * org.ringlet.router.proxy.Exchange} that it runs, and the srun's connection, which comes from that loop's own {@link
 * org.ringlet.router.proxy.ConnectionPool}. So nothing here is locked or volatile but what is shared in {@link
 * org.ringlet.router.proxy.Shared}.
 *
 * <p>Bodies are passed on as they come. Reading stops on the one side while the other side's write buffer is above its
 * high mark, so neither side can make the router hold more than that.
 */
@NullMarked
package org.ringlet.router.proxy;

import org.jspecify.annotations.NullMarked;

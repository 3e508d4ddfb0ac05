package org.ringlet.bench.routers;

/**
 * A server behind the routers.
 *
 * @param index its index in a cluster file
 * @param route its id in a cluster file, and what its session ids end with
 */
record RoutedServer(int index, String route, int port) {
    static RoutedServer of(int index, int port) {
        return new RoutedServer(index, "n" + (index + 1), port);
    }
}

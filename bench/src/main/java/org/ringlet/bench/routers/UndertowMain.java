package org.ringlet.bench.routers;

import io.undertow.Undertow;
import io.undertow.server.handlers.proxy.LoadBalancingProxyClient;
import io.undertow.server.handlers.proxy.ProxyHandler;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The program of {@link UndertowRouter}. */
@Command(name = "undertow", hidden = true, description = "Runs Undertow's proxy.")
public final class UndertowMain implements Callable<Integer> {
    private static final String LOOPBACK = "127.0.0.1";

    @Parameters(index = "0", paramLabel = "PORT")
    private int port;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "ROUTE=PORT")
    private Map<String, Integer> servers = Map.of();

    @Override
    public Integer call() throws InterruptedException {
        var client = new LoadBalancingProxyClient().setConnectionsPerThread(64);
        servers.forEach((route, to) -> client.addHost(URI.create("http://" + LOOPBACK + ":" + to), route));
        Undertow.builder()
                .setIoThreads(Runtime.getRuntime().availableProcessors())
                .addHttpListener(port, LOOPBACK)
                .setHandler(ProxyHandler.builder().setProxyClient(client).build())
                .build()
                .start();
        Thread.currentThread().join();
        return 0;
    }
}

package org.ringlet.cli.demo;

import java.io.IOException;

/**
 * The main class of a demo's Tomcat: Tomcat's own, but it ends when its standard input does, which is when the demo has
 * gone, however it went. It runs with nothing of ours beside it on the class path (one jar of ours there would hide the
 * one in Tomcat's {@code lib/}), so it uses the JDK only and is one class file: no nested class, no lambda.
 */
final class TomcatMain extends Thread {
    private TomcatMain() {
        super("demo-parent-watch");
        setDaemon(true);
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        new TomcatMain().start();
        Class.forName("org.apache.catalina.startup.Bootstrap")
                .getMethod("main", String[].class)
                .invoke(null, (Object) new String[] {"start"});
    }

    @Override
    public void run() {
        try {
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            // as good as its end
        }
        System.exit(0);
    }
}

package org.ringlet.tomcat;

import jakarta.servlet.Servlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.ringlet.session.Application;
import org.ringlet.store.FaultyStore;
import org.ringlet.store.InMemoryStore;

/** A few embedded Tomcats with one application, whose RingletManagers share a store in memory. */
final class TestCluster implements AutoCloseable {
    private final String name = UUID.randomUUID().toString();
    private final Path base;
    private final List<Tomcat> tomcats = new ArrayList<>();
    private final List<Context> contexts = new ArrayList<>();

    /** What a test can say of its cluster before it starts. */
    static final class Builder {
        private final Map<String, String> attributes = new HashMap<>();
        private final Map<String, Servlet> servlets = new HashMap<>();
        private final Map<String, Servlet> applications = new HashMap<>();
        private final List<Consumer<Context>> customizers = new ArrayList<>();
        private final List<Consumer<Tomcat>> tomcatCustomizers = new ArrayList<>();
        private int sruns = 1;
        private String jvmRoutes = "";

        Builder sruns(int count) {
            sruns = count;
            return this;
        }

        Builder with(String attribute, String value) {
            attributes.put(attribute, value);
            return this;
        }

        Builder servlet(String pattern, Servlet servlet) {
            servlets.put(pattern, servlet);
            return this;
        }

        Builder context(Consumer<Context> customizer) {
            customizers.add(customizer);
            return this;
        }

        Builder tomcat(Consumer<Tomcat> customizer) {
            tomcatCustomizers.add(customizer);
            return this;
        }

        /** Adds an application with one servlet, at {@code /do}, beside the one at the root. */
        Builder application(String name, Servlet servlet) {
            applications.put(name, servlet);
            return this;
        }

        /** Gives each Engine a route: the prefix and the srun's index. */
        Builder jvmRoutes(String prefix) {
            jvmRoutes = prefix;
            return this;
        }

        TestCluster start() throws Exception {
            TestCluster cluster = new TestCluster();
            try {
                for (int srun = 0; srun < sruns; srun++) {
                    cluster.start(this, srun);
                }
                return cluster;
            } catch (Exception | Error e) {
                cluster.close();
                throw e;
            }
        }
    }

    private TestCluster() throws IOException {
        base = Files.createTempDirectory("ringlet-test");
    }

    static Builder of() {
        return new Builder();
    }

    private void start(Builder builder, int srun) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcats.add(tomcat);
        tomcat.setBaseDir(base.resolve("srun" + srun).toString());
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.addUpgradeProtocol(new Http2Protocol());
        tomcat.setConnector(connector);
        if (!builder.jvmRoutes.isEmpty()) {
            tomcat.getEngine().setJvmRoute(builder.jvmRoutes + srun);
        }
        Context context = tomcat.addContext("", base.toString());
        context.setSessionTimeout(30);
        context.setManager(manager(builder, srun));
        contexts.add(context);
        // at each start, since a stop takes them away
        context.addLifecycleListener(event -> {
            if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
                builder.servlets.forEach((pattern, servlet) -> addServlet(context, pattern, servlet));
            }
        });
        builder.customizers.forEach(customizer -> customizer.accept(context));
        builder.tomcatCustomizers.forEach(customizer -> customizer.accept(tomcat));
        context.setCrossContext(!builder.applications.isEmpty());
        for (Map.Entry<String, Servlet> application : builder.applications.entrySet()) {
            addApplication(tomcat, application.getKey(), application.getValue(), manager(builder, srun));
        }
        tomcat.start();
        if (!context.getState().isAvailable()) {
            throw new LifecycleException("the context did not start: " + context.getStateName());
        }
    }

    private RingletManager manager(Builder builder, int srun) throws IOException {
        RingletManager manager = new RingletManager();
        manager.setProperty("store", "memory");
        manager.setProperty("memory.name", name);
        manager.setProperty("clusterFile", clusterFile(builder.sruns).toString());
        manager.setProperty("srun", Integer.toString(srun));
        builder.attributes.forEach((attribute, value) -> {
            if (attribute.equals("persistAuthentication")) {
                manager.setPersistAuthentication(Boolean.parseBoolean(value));
            } else {
                manager.setProperty(attribute, value);
            }
        });
        return manager;
    }

    private void addApplication(Tomcat tomcat, String contextName, Servlet servlet, RingletManager manager) {
        String[] pathAndVersion = contextName.split("##", 2);
        StandardContext context = new StandardContext();
        context.setPath(pathAndVersion[0]);
        context.setWebappVersion(pathAndVersion.length > 1 ? pathAndVersion[1] : "");
        context.setName(contextName);
        context.setDocBase(base.toString());
        context.addLifecycleListener(new Tomcat.FixContextListener());
        tomcat.getHost().addChild(context);
        context.getServletContext().setAttribute("version", context.getWebappVersion());
        context.setCrossContext(true);
        context.setManager(manager);
        addServlet(context, "/do", servlet);
    }

    private static void addServlet(Context context, String pattern, Servlet servlet) {
        String name = "servlet-" + pattern;
        Wrapper wrapper = Tomcat.addServlet(context, name, servlet);
        wrapper.setAsyncSupported(true);
        wrapper.addMapping(pattern);
    }

    private Path clusterFile(int sruns) throws IOException {
        StringBuilder xml =
                new StringBuilder("<cluster name=\"test\" secret=\"a secret of more than thirty-two characters\">");
        for (int i = 0; i < sruns; i++) {
            xml.append("<srun id=\"s").append(i).append("\" index=\"").append(i);
            xml.append("\" host=\"127.0.0.1\" http-port=\"").append(8080 + i).append("\"/>");
        }
        return Files.writeString(base.resolve("cluster.xml"), xml.append("</cluster>"));
    }

    Tomcat tomcat(int srun) {
        return tomcats.get(srun);
    }

    Context context(int srun) {
        return contexts.get(srun);
    }

    RingletManager manager(int srun) {
        return (RingletManager) contexts.get(srun).getManager();
    }

    int port(int srun) {
        return tomcats.get(srun).getConnector().getLocalPort();
    }

    InMemoryStore store() {
        return MemoryStoreProvider.shared(name).behind();
    }

    /** What an srun reaches the store through. */
    FaultyStore door(int srun) {
        return MemoryStoreProvider.shared(name).door(srun);
    }

    static Application application() {
        return new Application("test", "localhost", "", "");
    }

    @Override
    public void close() throws LifecycleException, IOException {
        for (Tomcat tomcat : tomcats) {
            tomcat.stop();
            tomcat.destroy();
        }
        MemoryStoreProvider.forget(name);
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

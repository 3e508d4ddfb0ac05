package org.ringlet.codec;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A deployed release of an application: classes compiled from source, in a class loader of their own. */
final class Deployment extends ClassLoader {
    private final Map<String, byte[]> classes;

    private Deployment(Map<String, byte[]> classes) {
        super(Deployment.class.getClassLoader());
        this.classes = classes;
    }

    /** Sources of top-level classes in the package {@code shop}. */
    static Deployment of(String... sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> compiled = new HashMap<>();
        List<JavaFileObject> units = new ArrayList<>();
        for (String source : sources) {
            units.add(new Source(source));
        }
        StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null);
        Boolean done = compiler.getTask(
                        null, new InMemory(standard, compiled), null, List.of("-proc:none", "-nowarn"), null, units)
                .call();
        if (!done) {
            throw new AssertionError("does not compile: " + String.join("\n", sources));
        }
        Map<String, byte[]> classes = new HashMap<>();
        compiled.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return new Deployment(classes);
    }

    Class<?> type(String simpleName) {
        try {
            return loadClass("shop." + simpleName);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    Object make(String simpleName) {
        try {
            var constructor = type(simpleName).getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    static Object field(Object object, String name) {
        try {
            var field = object.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(object);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///shop/" + simpleName(text) + ".java"), Kind.SOURCE);
            this.text = "package shop; import java.io.*; import java.util.*;\n" + text;
        }

        private static String simpleName(String text) {
            return text.replaceAll("(?s).*?\\b(?:class|record|enum)\\s+(\\w+).*", "$1");
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> compiled;

        InMemory(StandardJavaFileManager standard, Map<String, ByteArrayOutputStream> compiled) {
            super(standard);
            this.compiled = compiled;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/')), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    compiled.put(className, bytes);
                    return bytes;
                }
            };
        }
    }
}

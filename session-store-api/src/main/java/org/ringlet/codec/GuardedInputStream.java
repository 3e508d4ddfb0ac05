package org.ringlet.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Optional;

/** An {@link ObjectInputStream} that knows the application's classes only. */
final class GuardedInputStream extends ObjectInputStream {
    private final AppClasses classes;

    GuardedInputStream(InputStream in, AppClasses classes) throws IOException {
        super(in);
        this.classes = classes;
        enableResolveObject(true);
    }

    @Override
    protected void readStreamHeader() {}

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
        return classes.named(description.getName());
    }

    /** As the JDK does it: if an interface is not public, the proxy must be defined by that interface's loader. */
    @Override
    @SuppressWarnings("deprecation")
    protected Class<?> resolveProxyClass(String[] names) throws ClassNotFoundException {
        Class<?>[] interfaces = new Class<?>[names.length];
        ClassLoader loader = classes.loader();
        for (int i = 0; i < names.length; i++) {
            interfaces[i] = classes.named(names[i]);
            if (!Modifier.isPublic(interfaces[i].getModifiers())) {
                loader = interfaces[i].getClassLoader();
            }
        }
        return Proxy.getProxyClass(loader, interfaces);
    }

    /** The filter has seen the class that a lambda was written in, but not the one whose method it calls. */
    @Override
    protected Object resolveObject(Object object) {
        if (object instanceof Serializable && object.getClass().isHidden()) {
            Optional<String> refusal = implementationOf(object).flatMap(classes::refusal);
            if (refusal.isPresent()) {
                throw new ClassRefused(refusal.get());
            }
        }
        return object;
    }

    private static Optional<String> implementationOf(Object lambda) {
        try {
            Method writeReplace = lambda.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return writeReplace.invoke(lambda) instanceof SerializedLambda form
                    ? Optional.of(form.getImplClass().replace('/', '.'))
                    : Optional.empty();
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new UnreadableAttributeException("a lambda does not say which method it calls", e);
        }
    }
}

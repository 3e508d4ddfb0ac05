package org.ringlet.codec;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;

/** Which classes say by themselves how Java serialisation is to treat them, so that only it can. */
final class JavaHooks {
    private static final Set<String> REPLACING = Set.of("writeReplace", "readResolve");

    private JavaHooks() {}

    /**
     * Whether a serialisable class is more than its fields to Java serialisation. In doubt it is: a private hook of a
     * superclass is not even called, but such classes are rare.
     */
    static boolean isOn(Class<?> type) {
        if (Externalizable.class.isAssignableFrom(type) || Proxy.isProxyClass(type) || type.isHidden()) {
            return true;
        }
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            if (declaresReplacement(c) || (Serializable.class.isAssignableFrom(c) && declaresForm(c, type))) {
                return true;
            }
        }
        return false;
    }

    private static boolean declaresReplacement(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method -> REPLACING.contains(method.getName()) && method.getParameterCount() == 0);
    }

    /** Of a record, Java serialisation asks for replacements only. */
    private static boolean declaresForm(Class<?> type, Class<?> lowest) {
        return !lowest.isRecord()
                && (Arrays.stream(type.getDeclaredMethods()).anyMatch(JavaHooks::isFormMethod)
                        || Arrays.stream(type.getDeclaredFields())
                                .anyMatch(field -> field.getName().equals("serialPersistentFields")));
    }

    private static boolean isFormMethod(Method method) {
        return switch (method.getName()) {
            case "writeObject" -> takes(method, ObjectOutputStream.class);
            case "readObject" -> takes(method, ObjectInputStream.class);
            case "readObjectNoData" -> takes(method);
            default -> false;
        };
    }

    private static boolean takes(Method method, Class<?>... parameters) {
        return Arrays.equals(method.getParameterTypes(), parameters);
    }
}

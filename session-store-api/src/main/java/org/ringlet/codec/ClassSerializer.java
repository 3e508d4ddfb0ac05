package org.ringlet.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Proxy;
import java.util.Optional;

/** Classes as values, by name. */
final class ClassSerializer extends GraphSerializer<Class<?>> {
    @Override
    void write(Graph graph, Output out, Class<?> type) {
        Optional<String> refusal = graph.classes().refusal(type);
        if (refusal.isPresent()) {
            throw new ClassRefused(refusal.get());
        }
        if (type.isHidden() || Proxy.isProxyClass(type)) {
            throw new JavaFormNeeded("the name of " + type + " means nothing elsewhere");
        }
        Text.write(out, type.getName());
    }

    @Override
    Class<?> read(Graph graph, Input in) {
        return graph.classNamed(Text.read(in));
    }
}

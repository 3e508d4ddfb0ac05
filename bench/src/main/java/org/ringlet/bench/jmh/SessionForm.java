package org.ringlet.bench.jmh;

import org.ringlet.codec.AttributeCodec;
import org.ringlet.codec.CodecSettings;

/** A way to write the attributes of a session as bytes. */
public enum SessionForm {
    /** Ours with Kryo: a frame for each attribute. */
    KRYO {
        @Override
        SessionCodec open() {
            return new FramedCodec(AttributeCodec.kryo(settings()));
        }
    },
    /** Ours with Java serialisation: a frame for each attribute. */
    JAVA {
        @Override
        SessionCodec open() {
            return new FramedCodec(AttributeCodec.java(settings()));
        }
    },
    /** As StandardSession writes itself: one object stream for all names and values. */
    STANDARD_SESSION {
        @Override
        SessionCodec open() {
            return new OneStreamCodec();
        }
    };

    abstract SessionCodec open();

    private static CodecSettings settings() {
        return CodecSettings.of(SessionForm.class.getClassLoader());
    }
}

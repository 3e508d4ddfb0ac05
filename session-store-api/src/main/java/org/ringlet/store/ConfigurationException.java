package org.ringlet.store;

/** A setting is missing or wrong. The message names the setting, its value, and what is allowed. */
public final class ConfigurationException extends RuntimeException {
    public ConfigurationException(String message) {
        super(message);
    }

    public ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}

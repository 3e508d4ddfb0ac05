package org.ringlet.router;

import org.ringlet.cluster.RouterSettings;
import org.ringlet.store.ConfigurationException;

/** Refuses settings that are valid in a cluster file but that this router would have to ignore. */
final class RouterChecks {
    private RouterChecks() {}

    static void check(RouterSettings settings) {
        if (!settings.routes().isEmpty()) {
            throw new ConfigurationException("router: <route> is not supported yet; remove the "
                    + settings.routes().size() + " of them");
        }
        if (settings.localFirst()) {
            throw new ConfigurationException("router: local-first=\"true\" is not supported yet; leave it out");
        }
    }
}

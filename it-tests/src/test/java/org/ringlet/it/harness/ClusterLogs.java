package org.ringlet.it.harness;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Adds to a test's failure what the processes of its cluster said last. */
public final class ClusterLogs implements TestExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        for (TestCluster cluster : TestCluster.open()) {
            failure.addSuppressed(new AssertionError(cluster.logs()));
        }
        throw failure;
    }
}

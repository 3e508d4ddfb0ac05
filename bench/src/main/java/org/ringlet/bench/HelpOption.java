package org.ringlet.bench;

import picocli.CommandLine.Option;

/** For the commands that have options of their own. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    @SuppressWarnings("UnusedVariable") // it is picocli that reads it
    private boolean wanted;
}

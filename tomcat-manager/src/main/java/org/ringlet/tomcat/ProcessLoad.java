package org.ringlet.tomcat;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/** How busy this JVM is. */
final class ProcessLoad {
    private ProcessLoad() {}

    /** The share of the machine's processors that this JVM uses, 0 to 1; NaN if it is not known. */
    static double cpu() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean known
                ? known.getProcessCpuLoad()
                : Double.NaN;
    }
}

package org.ringlet.bench.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * What this JVM has used: {@code /meter/allocated} is the number of bytes that its live threads have ever allocated,
 * {@code /meter/heap} the number that is in use after full collections.
 */
@WebServlet({"/meter/allocated", "/meter/heap"})
public final class MeterServlet extends HttpServlet {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        long bytes = request.getServletPath().endsWith("heap") ? live() : allocated();
        response.setContentType("text/plain");
        response.getWriter().print(bytes);
    }

    /** A thread that has died is missing: the benchmark's Tomcat has a pool that neither grows nor shrinks. */
    private static long allocated() {
        long sum = 0;
        for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
            sum += Math.max(bytes, 0);
        }
        return sum;
    }

    /** Twice, because the first collection enqueues what weak references let go of. */
    private static long live() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}

/** The web application that the session managers are measured with. It runs in Tomcat and knows nothing of Ringlet. */
@NullMarked
package org.ringlet.bench.app;

import org.jspecify.annotations.NullMarked;

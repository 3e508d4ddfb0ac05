/** Session managers side by side, each in a Tomcat of its own, under the same application and the same users. */
@NullMarked
package org.ringlet.bench.sessions;

import org.jspecify.annotations.NullMarked;

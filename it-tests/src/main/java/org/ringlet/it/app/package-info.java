/** The web application that the integration tests run: one servlet for each thing that can be done to a session. */
@NullMarked
package org.ringlet.it.app;

import org.jspecify.annotations.NullMarked;

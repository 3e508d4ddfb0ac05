/** The drop-in for Tomcat: a Manager whose sessions are in a store before the client has its answer. */
@NullMarked
package org.ringlet.tomcat;

import org.jspecify.annotations.NullMarked;

/** Everything together: the distribution on real Tomcats, through what is promised for each fault. */
package org.ringlet.it;

/**
 * How records are stored so that nobody without the cluster's secret can read, alter or exchange them: a seal is
 * checked before a byte of what it covers is interpreted.
 */
@NullMarked
package org.ringlet.seal;

import org.jspecify.annotations.NullMarked;

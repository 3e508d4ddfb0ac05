/** Records as bytes: what they are made of, and their form without any protection, as it is sealed and sent. */
@NullMarked
package org.ringlet.form;

import org.jspecify.annotations.NullMarked;

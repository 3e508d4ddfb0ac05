/**
 * The router in front: new sessions round robin, existing ones to the srun that owns them or to the one that holds
 * their second copy. {@link org.ringlet.router.Router} is all that its users see.
 */
@NullMarked
package org.ringlet.router;

import org.jspecify.annotations.NullMarked;

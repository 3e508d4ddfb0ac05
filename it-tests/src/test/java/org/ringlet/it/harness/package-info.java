/**
 * Clusters for tests: real Tomcats and a real router in processes of their own, on free ports of the loopback interface,
 * each ended with the test whatever becomes of it.
 */
package org.ringlet.it.harness;

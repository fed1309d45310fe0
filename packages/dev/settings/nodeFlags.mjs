/** The options with which Node runs the programs. */

export const NODE_FLAGS = ['--enable-source-maps'];

/**
 * The API keeps what a request makes until its batch is committed. In Node's 16 MB for young
 * objects most of it would be copied, and then left to the collector of the old ones.
 */
export const API_FLAGS = [...NODE_FLAGS, '--max-semi-space-size=64'];

/** The same for the documents that a worker has under way until their batches are committed. */
export const WORKER_FLAGS = [...NODE_FLAGS, '--max-semi-space-size=64'];

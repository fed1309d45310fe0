/** Repeats a call that a busy machine refuses, with its reference, as callers do. */
import type { Reply } from './httpClient.js';
import { waitFor } from './waitFor.js';

/**
 * @param call issues a document, each time with the same reference
 * @returns the 201
 * @throws an error with any answer but 201 and 503
 */
export const untilIssued = (call: () => Promise<Reply>): Promise<Reply> =>
  waitFor('a 201', async () => {
    const reply = await call();
    if (reply.status !== 201 && reply.status !== 503)
      throw new Error(`${reply.status} ${reply.text}`);
    return reply.status === 201 && reply;
  });

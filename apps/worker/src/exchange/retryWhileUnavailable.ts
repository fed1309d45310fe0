/**
 * Tries again while the database is away: what the authority has answered is not let go of for
 * that.
 */
import { isUnavailable, LeaseLost } from '@rafaga/db';

/** Long enough for a database to come back, shorter than the lease. */
const RETRY_FOR_MS = 30_000;
const AGAIN_MS = 500;

/** A write that was made although nobody heard of it is refused the second time, or made once. */
export async function retryWhileUnavailable<T>(write: () => Promise<T>): Promise<T> {
  const until = performance.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isUnavailable(error) || error instanceof LeaseLost || performance.now() > until)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

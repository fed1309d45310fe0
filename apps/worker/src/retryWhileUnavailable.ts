/** Retries a call of the database while it is unavailable, so that no answer or PDF is lost. */
import { isUnavailable, LeaseLost } from '@rafaga/db';

/** Long enough for a network to come back. The fence refuses what another claim has overtaken. */
const RETRY_FOR_MS = 600_000;
const RETRY_EVERY_MS = 500;

/** @param call must be idempotent: it may have been committed although it failed */
export async function retryWhileUnavailable<T>(call: () => Promise<T>): Promise<T> {
  const until = performance.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailable(error) || error instanceof LeaseLost || performance.now() > until)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS).unref());
    }
  }
}

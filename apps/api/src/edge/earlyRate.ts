/**
 * Answers a call's count before Redis has counted it, while the credential has used less than half
 * of its minute: a caller that sends one call after another does not wait for Redis each time, and
 * several of its calls cost Redis one command. From half of the limit on each call waits for Redis.
 *
 * What other processes have counted since the last answer of Redis is missing in such a count, so
 * it is used for a short time only: another half of the limit would have to be used in that time
 * before a call passes that Redis would have refused.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';
import { type Rate, WINDOW_SECONDS, type WindowCount } from './rate.js';

export interface EarlyRate {
  /** @param limit calls in a minute */
  count(credentialId: number, limit: number): WindowCount | Promise<WindowCount>;
}

/** How long an answer of Redis is used. */
const FRESH_MS = 100;
/** Calls that were answered early are counted after this time at most. */
const COUNTED_WITHIN_MS = 10;
const MAX_CREDENTIALS = 10_000;

interface Window {
  /** Calls by the last answer of Redis. */
  counted: number;
  answeredAt: number;
  endsAt: number;
  /** Calls that were answered since, and of those the ones that Redis has not been told. */
  early: number;
  untold: number;
}

export function createEarlyRate(
  rate: Rate,
  now: () => number = () => performance.now(),
): EarlyRate {
  const windows = ttlCache<number, Window>({
    max: MAX_CREDENTIALS,
    ttlMs: WINDOW_SECONDS * 1_000,
    now,
  });

  function early(credentialId: number, limit: number): WindowCount | undefined {
    const window = windows.get(credentialId);
    const at = now();
    if (!window || at - window.answeredAt > FRESH_MS || at >= window.endsAt) return undefined;
    const count = window.counted + window.early + 1;
    if (count > limit / 2) return undefined;
    window.early += 1;
    window.untold += 1;
    if (window.untold === 1) setTimeout(() => void tell(credentialId, window), COUNTED_WITHIN_MS);
    return { count, resetMs: window.endsAt - at, shared: true };
  }

  /** Has Redis count the calls that it has not been told. */
  async function tell(credentialId: number, window: Window): Promise<void> {
    const { untold } = window;
    if (untold === 0) return;
    window.untold = 0;
    const answer = await rate.count(credentialId, untold);
    window.early -= untold;
    note(credentialId, answer);
  }

  function note(credentialId: number, { count, resetMs, shared }: WindowCount): void {
    if (!shared) {
      windows.delete(credentialId);
      return;
    }
    const at = now();
    const answered = { counted: count, answeredAt: at, endsAt: at + resetMs };
    const window = windows.get(credentialId);
    if (window) Object.assign(window, answered);
    else windows.set(credentialId, { ...answered, early: 0, untold: 0 });
  }

  async function counted(credentialId: number): Promise<WindowCount> {
    const window = windows.get(credentialId);
    // Redis counts in the order in which the calls came
    if (window) void tell(credentialId, window);
    const answer = await rate.count(credentialId);
    note(credentialId, answer);
    return answer;
  }

  return { count: (credentialId, limit) => early(credentialId, limit) ?? counted(credentialId) };
}

/**
 * Admits a call before Redis has counted it, while its credential has used less than half of its
 * limit: a caller that sends one call after another does not wait for Redis, and several of its
 * calls cost Redis one command. From half of the limit on, each call waits for Redis.
 *
 * Such an early count is the last answer of Redis plus the calls of this process since then. The
 * processes divide half of the limit between them: each admits no more calls than its part before
 * Redis has answered. With one process the limit is exact. With several, calls that arrive within
 * the same few milliseconds may exceed it, in all by less than half.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';
import { type Rate, WINDOW_SECONDS, type WindowCount } from './rate.js';

export interface EarlyRate {
  /**
   * @param limit calls in a minute
   * @param mayBeEarly whether the call may be admitted before Redis has counted it
   */
  count(
    credentialId: number,
    limit: number,
    mayBeEarly?: boolean,
  ): WindowCount | Promise<WindowCount>;
}

/** How long an answer of Redis is used. */
const FRESH_MS = 100;
/** Calls that were admitted early are sent to Redis within this time. */
const SENT_WITHIN_MS = 10;
const MAX_CREDENTIALS = 10_000;

interface Window {
  /** The count that Redis answered last. */
  counted: number;
  answeredAt: number;
  endsAt: number;
  /** Calls of this process that Redis has not answered yet, admitted early or waiting. */
  unanswered: number;
  /** Calls that were admitted early and not sent to Redis yet. */
  unsent: number;
}

/** @param processes the number of API processes, which divide the early calls between them */
export function createEarlyRate(
  rate: Rate,
  processes: number,
  now: () => number = () => performance.now(),
): EarlyRate {
  const windows = ttlCache<number, Window>({
    max: MAX_CREDENTIALS,
    ttlMs: WINDOW_SECONDS * 1_000,
    now,
  });

  function windowOf(credentialId: number): Window {
    const known = windows.get(credentialId);
    if (known) return known;
    const opened = { counted: 0, answeredAt: -Infinity, endsAt: 0, unanswered: 0, unsent: 0 };
    windows.set(credentialId, opened);
    return opened;
  }

  /** Sends the calls that were admitted early, and `more` of the same credential. */
  async function send(credentialId: number, window: Window, more: number): Promise<WindowCount> {
    const calls = window.unsent + more;
    window.unsent = 0;
    const answer = await rate.count(credentialId, calls);
    window.unanswered -= calls;
    note(window, answer, now());
    return answer;
  }

  return {
    count(credentialId, limit, mayBeEarly = true) {
      const window = windowOf(credentialId);
      const at = now();
      window.unanswered += 1;
      if (!mayBeEarly || !mayPass(window, { limit, processes, at }))
        return send(credentialId, window, 1);
      if (window.unsent === 0)
        setTimeout(() => {
          if (window.unsent > 0) void send(credentialId, window, 0);
        }, SENT_WITHIN_MS);
      window.unsent += 1;
      const count = window.counted + window.unanswered;
      return { count, resetMs: window.endsAt - at, shared: true };
    },
  };
}

/** Whether one more call may be admitted early. Redis must still count it in the same minute. */
function mayPass(
  { counted, answeredAt, endsAt, unanswered }: Window,
  { limit, processes, at }: { limit: number; processes: number; at: number },
): boolean {
  const isFresh = at - answeredAt <= FRESH_MS && at < endsAt - 2 * SENT_WITHIN_MS;
  return isFresh && counted + unanswered <= limit / 2 && unanswered <= limit / 2 / processes;
}

/**
 * Records the answer of Redis. Without Redis the counts of other processes are unknown, and no call
 * is admitted early.
 */
function note(window: Window, { count, resetMs, shared }: WindowCount, at: number): void {
  if (shared) Object.assign(window, { counted: count, answeredAt: at, endsAt: at + resetMs });
  else window.answeredAt = -Infinity;
}

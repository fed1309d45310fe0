/**
 * Answers a call's count before Redis has counted it, while the credential has used less than half
 * of its minute: a caller that sends one call after another does not wait for Redis each time, and
 * several of its calls cost Redis one command. From half of the limit on each call waits for Redis.
 *
 * Such a count has all calls of this process, and those of other processes by the last answer of
 * Redis. The processes divide half of the limit: no more calls of a process may be unanswered by
 * Redis when one is let pass. With one process the limit is exact; calls that come at several
 * processes within the same few milliseconds may exceed it, by less than half of it in all.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';
import { type Rate, WINDOW_SECONDS, type WindowCount } from './rate.js';

export interface EarlyRate {
  /**
   * @param limit calls in a minute
   * @param mayBeEarly whether the call may be let pass before Redis has counted it
   */
  count(
    credentialId: number,
    limit: number,
    mayBeEarly?: boolean,
  ): WindowCount | Promise<WindowCount>;
}

/** How long an answer of Redis is used. */
const FRESH_MS = 100;
/** Calls that were let pass are sent to Redis after this time at most. */
const SENT_WITHIN_MS = 10;
const MAX_CREDENTIALS = 10_000;

interface Window {
  /** Calls by the last answer of Redis. */
  counted: number;
  answeredAt: number;
  endsAt: number;
  /** Calls of this process that Redis has not answered: let pass, or waiting for their count. */
  unanswered: number;
  /** Calls that were let pass and are not sent to Redis. */
  unsent: number;
}

/** @param processes of the API, which divide the calls that are let pass */
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

  /** Sends the calls that were let pass, and more of the same credential after them. */
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

/** Whether the last of the unanswered calls is let pass. Redis must count it in the same minute. */
function mayPass(
  { counted, answeredAt, endsAt, unanswered }: Window,
  { limit, processes, at }: { limit: number; processes: number; at: number },
): boolean {
  const isFresh = at - answeredAt <= FRESH_MS && at < endsAt - 2 * SENT_WITHIN_MS;
  return isFresh && counted + unanswered <= limit / 2 && unanswered <= limit / 2 / processes;
}

/** Without Redis nothing is known of other processes: no call is let pass then. */
function note(window: Window, { count, resetMs, shared }: WindowCount, at: number): void {
  if (shared) Object.assign(window, { counted: count, answeredAt: at, endsAt: at + resetMs });
  else window.answeredAt = -Infinity;
}

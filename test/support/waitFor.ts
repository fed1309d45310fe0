/** Waits for what other processes bring about: polls a probe, within a bound, and says for what. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Only a hang takes so long, on a busy machine too; a test's own limit is longer. */
const WITHIN_MS = 90_000;
const EVERY_MS = 20;

/** What a probe gives while the state it looks for has not come. */
type NotYet = false | null | undefined;

/**
 * @param what names the state that is waited for; the error quotes it, or what it returns then
 * @returns what the probe gave, once that is neither false, null nor undefined
 */
export async function waitFor<T>(
  what: string | (() => string),
  probe: () => T | Promise<T>,
  { withinMs = WITHIN_MS, everyMs = EVERY_MS } = {},
): Promise<Exclude<T, NotYet>> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await probe();
    if (found !== false && found !== null && found !== undefined)
      return found as Exclude<T, NotYet>;
    if (performance.now() > end) {
      const name = typeof what === 'string' ? what : what();
      throw new Error(`waited ${withinMs} ms in vain: ${name}`);
    }
    await sleep(everyMs);
  }
}

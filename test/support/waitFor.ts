/** Polls a probe until it gives a value, or fails after a time and names the awaited state. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a busy machine; shorter than Jest's limit for a test. */
const WITHIN_MS = 90_000;
const EVERY_MS = 20;

/** What a probe gives until the awaited state is reached. */
type NotYet = false | null | undefined;

/**
 * @param what the name of the awaited state, or a function that gives it, for the error
 * @returns the first value of the probe that is neither false, null nor undefined
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

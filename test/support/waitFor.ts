/** Polls a probe until it gives a value, or fails after a time and names the awaited state. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a busy machine; shorter than Jest's limit for a test. */
export const WITHIN_MS = 180_000;
/** Between two probes at first. Later ones are a tenth of the time that has passed apart. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/** What a probe gives until the awaited state is reached. */
type NotYet = false | null | undefined;

/**
 * What takes seconds is not asked for fifty times a second: probes query databases and load pages,
 * and other test files need the processors.
 * @param what the name of the awaited state, or a function that gives it, for the error
 * @returns the first value of the probe that is neither false, null nor undefined
 */
export async function waitFor<T>(
  what: string | (() => string),
  probe: () => T | Promise<T>,
  { withinMs = WITHIN_MS, everyMs }: { withinMs?: number; everyMs?: number } = {},
): Promise<Exclude<T, NotYet>> {
  const began = performance.now();
  for (;;) {
    const found = await probe();
    if (found !== false && found !== null && found !== undefined)
      return found as Exclude<T, NotYet>;
    const passed = performance.now() - began;
    if (passed > withinMs) {
      const name = typeof what === 'string' ? what : what();
      throw new Error(`waited ${withinMs} ms in vain: ${name}`);
    }
    await sleep(everyMs ?? pauseAfter(passed));
  }
}

const pauseAfter = (passedMs: number) =>
  Math.min(Math.max(passedMs / 10, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);

/**
 * Reads a stored file at random, again and again: a volume that is not mounted, another bucket or a
 * damaged disk is noticed before a caller asks for a file.
 */
import { type Db, pickFile } from '@rafaga/db';
import type { Probe } from '@rafaga/runtime';
import type { WatchedStore } from '@rafaga/storage';
import { roundsApart } from '../roundsApart.js';

const EVERY_MS = 10_000;
const WITHIN_MS = 8_000;

/** @param pace multiplies the time between two probes */
export const sampleProbe = (db: Db, files: Pick<WatchedStore, 'get'>, pace: number): Probe => ({
  words: [],
  everyMs: roundsApart(EVERY_MS, pace),
  withinMs: WITHIN_MS,
  async check() {
    const file = await pickFile(db);
    // the store reports what is damaged or gone, and its own probe a store that does not answer
    if (file) await files.get(file.objectKey, file.sha256).catch(() => undefined);
    return [];
  },
  // the probe of the database reports a database that does not answer
  failed: () => undefined,
});

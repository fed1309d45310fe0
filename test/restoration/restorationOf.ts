/** Runs `rafaga restaurar` on an installation. */
import { expect } from '@jest/globals';
import { rafagaIn } from '../support/cli.js';
import { MASTER_KEY } from '../support/settings.js';
import type { Installation } from './copy.js';

/** @returns its JSON */
export const restorationOf =
  (own: Installation) =>
  async (...words: string[]) => {
    const rafaga = rafagaIn(own.home, {
      DATABASE_URL: own.databaseUrl,
      REDIS_URL: own.redisUrl,
      RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
    });
    const { code, stdout, stderr } = await rafaga('restaurar', ...words, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };

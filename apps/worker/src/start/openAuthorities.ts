/** Opens the clients of the authorities; a breaker that closes makes its waiting documents due. */
import { type Db, wake } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import type { Timeouts } from '@rafaga/sunat';
import { type Authorities, createAuthorities } from '../exchange/authorities.js';
import type { AuthorityClocks } from '../exchange/authorityClocks.js';
import type { WorkerSettings } from '../settings.js';

export interface OpenAuthoritiesOptions {
  db: Db;
  log: Logger;
  pace: number;
  timeouts?: Timeouts | undefined;
  clocks: AuthorityClocks;
}

export function openAuthorities(
  { simulatorUrl, allowPrivate, emitConcurrency }: WorkerSettings,
  { db, log, pace, timeouts, clocks }: OpenAuthoritiesOptions,
): Authorities {
  return createAuthorities({
    simulatorUrl,
    allowPrivate,
    maxConcurrent: emitConcurrency,
    timeouts,
    pace,
    clocks,
    onChange: (endpoint, state) => {
      if (state === 'open')
        return void log.warn('ALARMA: la autoridad no responde; los envíos esperan', { endpoint });
      log.info('la autoridad responde otra vez', { endpoint });
      wake(db, endpoint).catch((error) =>
        log.warn('no se pudo despertar a los que esperan', { error }),
      );
    },
  });
}

/** Opens the clients of the authorities; a circuit that closes again wakes what waited for it. */
import { type Db, wake } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import type { Timeouts } from '@rafaga/sunat';
import { type Authorities, createAuthorities } from '../exchange/authorities.js';
import type { WorkerSettings } from '../settings.js';

/** Documents at a time that one endpoint leaves to the others, while it is slow. */
const RESERVED = 4;

export function openAuthorities(
  { simulatorUrl, emitConcurrency }: WorkerSettings,
  {
    db,
    log,
    pace,
    timeouts,
  }: { db: Db; log: Logger; pace: number; timeouts?: Timeouts | undefined },
): Authorities {
  const reserved = Math.min(RESERVED, Math.floor(emitConcurrency / 4));
  return createAuthorities({
    simulatorUrl,
    maxConcurrent: Math.max(1, emitConcurrency - reserved),
    timeouts,
    pace,
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

/**
 * Ends an attempt after an error of our own: the document waits for a later attempt, or goes to
 * review. When that cannot be recorded either, the lease expires.
 */
import { type Claim, LeaseLost } from '@rafaga/db';
import { SealBroken } from '@rafaga/secrets';
import { FileDamaged, FileMissing } from '@rafaga/storage';
import type { Review, Wait } from '../decisions/decision.js';
import { applyDecision } from './applyDecision.js';
import type { EndedAttempt } from './attempt.js';

export async function applyError(attempt: EndedAttempt, error: unknown): Promise<void> {
  const { deps, log } = attempt;
  if (error instanceof LeaseLost) {
    deps.metrics.leaseLost();
    return void log.warn('otro procesador tiene el comprobante: se abandona el intento');
  }
  await applyDecision(attempt, decideAfterError(attempt, error)).catch((failure) => {
    log.error('no se pudo devolver el comprobante', { error: failure });
  });
}

/**
 * Reports an error. A damaged file that cannot be made again goes to review; any other error is
 * retried.
 */
export function decideAfterError(
  { deps, claim, log }: Pick<EndedAttempt, 'deps' | 'claim' | 'log'>,
  error: unknown,
): Review | Wait {
  if (error instanceof SealBroken) deps.onBrokenSecret();
  log.error('el intento falló', { error });
  if (error instanceof FileDamaged)
    return {
      do: 'review',
      reason: 'broken',
      error: `el archivo ${error.key} no está como se guardó: no se envía`,
    };
  const wait = { do: 'wait', class: 'trouble', error: reasonOf(error) } as const;
  if (error instanceof SealBroken)
    return { ...wait, counted: false, delayMs: untilAnotherWorker(claim) };
  return wait;
}

/**
 * Another worker may have the keys, and gets a recent document soon. One that no worker can open
 * waits longer each time.
 */
const untilAnotherWorker = ({ now, document: { createdAt } }: Claim): number =>
  Math.min(Math.max((now.getTime() - createdAt.getTime()) / 4, 1_000), 60_000);

function reasonOf(error: unknown): string {
  if (error instanceof SealBroken)
    return 'no se puede abrir un secreto del negocio con las claves de este procesador';
  return error instanceof FileMissing
    ? `no se encuentra el archivo ${error.key}`
    : (error as Error).message;
}

/**
 * Counts what the signature of each CDR is worth, and tells the log of those that are not as they
 * should be.
 */
import type { Logger } from '@rafaga/runtime';
import type { WorkerMetrics } from '../metrics/workerMetrics.js';
import type { CheckedCdr } from './trust.js';

/** What goes to review is told with its review. As errors, so that many alike become a number. */
export function reportSignature(metrics: WorkerMetrics, checked: CheckedCdr, log: Logger): void {
  const { state, reason, review, signersKnown } = checked;
  metrics.signatureChecked(state);
  if (state === 'valid' || review) return;
  const error = new Error(reason);
  if (state === 'broken') log.warn('ALARMA: la firma de una constancia está rota', { error });
  else if (signersKnown)
    log.warn('la firma de una constancia no es de un firmante registrado', { error });
}

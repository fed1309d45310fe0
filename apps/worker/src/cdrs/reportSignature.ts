/** Counts the signature of each CDR by its state, and logs those that are not valid. */
import type { Logger } from '@rafaga/runtime';
import type { WorkerMetrics } from '../metrics/workerMetrics.js';
import type { CheckedCdr } from './trust.js';

/** Passes an Error to the log, which limits repetitions. The caller logs reviews itself. */
export function reportSignature(metrics: WorkerMetrics, checked: CheckedCdr, log: Logger): void {
  const { state, reason, review, signersKnown } = checked;
  metrics.signatureChecked(state);
  if (state === 'valid' || review) return;
  // creating an Error is costly, and most unsigned CDRs are of authorities without known signers
  if (state === 'broken')
    log.warn('ALARMA: la firma de una constancia está rota', { error: new Error(reason) });
  else if (signersKnown)
    log.warn('la firma de una constancia no es de un firmante registrado', {
      error: new Error(reason),
    });
}

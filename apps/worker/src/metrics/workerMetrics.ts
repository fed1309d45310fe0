/** What this process has done since it started, counted where it happens. */
import type { CdrSignatureState } from '@rafaga/engine';
import type { ConsultReply, StatusReply } from '@rafaga/sunat';
import type { TerminalDecision } from '../decisions/decision.js';
import { createCounter, createHistogram, type Metric } from './prometheus.js';

export type Operation = 'sendBill' | 'getStatusCdr' | 'validarcomprobante';

export interface WorkerMetrics extends Metric {
  /** The authority was asked, and this came of it. */
  requestEnded(
    operation: Operation,
    outcome: (StatusReply | ConsultReply)['is'],
    tookMs: number,
  ): void;
  /** An attempt came to this. */
  attemptEnded(next: TerminalDecision, tookMs: number): void;
  /** A document was settled, so long after it was issued. */
  documentSettled(state: 'accepted' | 'rejected', afterMs: number): void;
  /** A CDR came, and its signature is worth this. */
  signatureChecked(signature: CdrSignatureState): void;
}

/** A settlement may wait for an outage of hours. */
const LONG = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200];

export function createWorkerMetrics(): WorkerMetrics {
  const requests = createCounter(
    'rafaga_sunat_requests_total',
    'Requests to the authority by operation and outcome.',
  );
  const answers = createHistogram(
    'rafaga_sunat_request_duration_seconds',
    'Time until the authority answered or was given up.',
  );
  const attempts = createHistogram(
    'rafaga_attempt_duration_seconds',
    'Time of an attempt by what came of it.',
  );
  const settled = createCounter(
    'rafaga_documents_settled_total',
    'Documents that the authority has decided on.',
  );
  const delay = createHistogram(
    'rafaga_settlement_delay_seconds',
    'Time from the issue of a document to its settlement.',
    LONG,
  );
  const waits = createCounter('rafaga_waits_total', 'Attempts that ended in a wait, by class.');
  const reviews = createCounter(
    'rafaga_reviews_total',
    'Documents that went to a person, by reason.',
  );
  const signatures = createCounter(
    'rafaga_cdr_signatures_total',
    'CDRs by what their signature is worth.',
  );
  const all: Metric[] = [requests, answers, attempts, settled, delay, waits, reviews, signatures];
  return {
    requestEnded(operation, outcome, tookMs) {
      requests.add({ operation, outcome });
      answers.observe(tookMs / 1000, { operation });
    },
    attemptEnded(next, tookMs) {
      attempts.observe(tookMs / 1000, { result: next.do });
      if (next.do === 'wait') waits.add({ class: next.class });
      if (next.do === 'pause') waits.add({ class: 'paused' });
      if (next.do === 'review') reviews.add({ reason: next.reason });
    },
    documentSettled(state, afterMs) {
      settled.add({ state });
      delay.observe(afterMs / 1000);
    },
    signatureChecked: (result) => signatures.add({ result }),
    text: () => all.map((metric) => metric.text()).join(''),
  };
}

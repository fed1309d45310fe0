/** The counters and histograms of a worker: requests, attempts, settlements, signatures. */
import type { Claim } from '@rafaga/db';
import type { CdrSignatureState } from '@rafaga/engine';
import type { Metrics } from '@rafaga/runtime/metrics';
import type { ConsultReply, StatusReply } from '@rafaga/sunat';
import type { AttemptEnd } from '../decisions/decision.js';

export type Operation = 'sendBill' | 'getStatusCdr' | 'validarcomprobante';

/** A completed request to an authority, with the kind of its reply. */
export interface EndedRequest {
  operation: Operation;
  /** The authority of the business. */
  authority: Claim['business']['authority'];
  outcome: (StatusReply | ConsultReply)['is'];
  tookMs: number;
}

export interface SettledDocument {
  state: 'accepted' | 'rejected';
  /** Milliseconds since the document was issued. */
  afterMs: number;
  /** Whether the document was sent within SUNAT's term. */
  inTime: boolean;
}

export interface WorkerMetrics {
  requestEnded(request: EndedRequest): void;
  attemptEnded(end: AttemptEnd, tookMs: number): void;
  documentSettled(settled: SettledDocument): void;
  /** Counts a document that another worker took over. */
  leaseLost(): void;
  /** Counts PDFs that a job drew or failed to draw. */
  pdfsEnded(result: 'stored' | 'failed', count: number): void;
  /** Counts a checked signature of a CDR. */
  signatureChecked(signature: CdrSignatureState): void;
}

/** Bounds in seconds: a settlement may wait hours for the end of an outage. */
const LONG = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200];

/** @param onRequest is also called with each completed request */
export function createWorkerMetrics(
  metrics: Metrics,
  onRequest: (request: EndedRequest) => void = () => {},
): WorkerMetrics {
  const { answers, attempts, settled, delay, waits, reviews, leases, pdfs, signatures } =
    define(metrics);
  return {
    requestEnded(request) {
      const { operation, outcome, tookMs } = request;
      onRequest(request);
      answers.observe({ operation, outcome }, tookMs / 1000);
    },
    attemptEnded(end, tookMs) {
      attempts.observe({ result: end.do }, tookMs / 1000);
      if (end.do === 'wait') waits.inc({ class: end.class });
      if (end.do === 'pause') waits.inc({ class: 'paused' });
      if (end.do === 'review') reviews.inc({ reason: end.reason });
    },
    documentSettled({ state, afterMs, inTime }) {
      settled.inc({ state, term: inTime ? 'kept' : 'missed' });
      delay.observe(afterMs / 1000);
    },
    leaseLost: () => leases.inc(),
    pdfsEnded: (result, count) => pdfs.inc({ result }, count),
    signatureChecked: (result) => signatures.inc({ result }),
  };
}

function define({ counter, histogram }: Metrics) {
  const answers = histogram(
    'rafaga_sunat_request_duration_seconds',
    'Time until the authority answered or the request failed, by operation and outcome.',
    ['operation', 'outcome'],
  );
  const attempts = histogram(
    'rafaga_attempt_duration_seconds',
    'Duration of an attempt, by how it ended.',
    ['result'],
  );
  const settled = counter(
    'rafaga_documents_settled_total',
    'Documents that the authority has decided on, and whether within the term for sending them.',
    ['state', 'term'],
  );
  const delay = histogram(
    'rafaga_settlement_delay_seconds',
    'Time from the issue of a document to its settlement.',
    [],
    LONG,
  );
  const waits = counter('rafaga_waits_total', 'Attempts that ended in a wait, by class.', [
    'class',
  ]);
  const reviews = counter('rafaga_reviews_total', 'Documents that went to review, by reason.', [
    'reason',
  ]);
  const leases = counter(
    'rafaga_leases_lost_total',
    'Documents that another worker took because the lease of this one had ended.',
    [],
  );
  const pdfs = counter('rafaga_pdfs_total', 'PDFs that were drawn by jobs, by result.', ['result']);
  const signatures = counter(
    'rafaga_cdr_signatures_total',
    'CDRs by the state of their signature.',
    ['result'],
  );
  return { answers, attempts, settled, delay, waits, reviews, leases, pdfs, signatures };
}

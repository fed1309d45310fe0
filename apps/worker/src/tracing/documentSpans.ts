/**
 * The spans of attempts: one for each attempt of a document that is traced, below the request that
 * issued it, and one below that for each step.
 */
import type { Claim } from '@rafaga/db';
import { errorType, type Span, type SpanOptions, type Tracing } from '@rafaga/tracing';

export interface DocumentSpans {
  /**
   * Begins the span of an attempt.
   * @param began when the claim began, on the monotonic clock
   * @returns the claim, whose statements then belong to this span
   */
  begin(claim: Claim, began: number): Claim;
  /** The trace of the attempt; undefined where it has none. */
  traceId(claim: Claim): string | undefined;
  /** Does a step of the attempt in a span of its own. */
  run<T>(claim: Claim, step: Step<T>): Promise<T>;
  /** @param failed the class of the error that ended the attempt */
  end(claim: Claim, outcome: string, failed?: string): void;
}

interface Step<T> {
  name: string;
  kind?: SpanOptions['kind'];
  work(): Promise<T>;
  /** One word for the result. */
  outcome?(result: T): string;
}

export const createDocumentSpans = (tracing: Tracing | undefined): DocumentSpans =>
  tracing ? tracedSpans(tracing) : NO_SPANS;

const NO_SPANS: DocumentSpans = {
  begin: (claim) => claim,
  traceId: () => undefined,
  run: (_claim, { work }) => work(),
  end: () => undefined,
};

function tracedSpans(tracing: Tracing): DocumentSpans {
  const spans = new WeakMap<Claim, Span>();
  return {
    begin(claim, began) {
      if (claim.traceparent === undefined) return claim;
      const span = tracing.start('process document', {
        kind: 'consumer',
        parent: claim.traceparent,
        began,
        attributes: attributesOf(claim),
      });
      const own = { ...claim, traceparent: span.traceparent };
      spans.set(own, span);
      return own;
    },
    traceId: (claim) => spans.get(claim)?.traceId,
    run: (claim, step) => runIn(spans.get(claim), step),
    end(claim, outcome, failed) {
      const span = spans.get(claim);
      span?.set({ 'rafaga.outcome': outcome });
      if (failed) span?.fail(failed);
      span?.end();
    },
  };
}

const attributesOf = ({ documentId, attempt, document, business }: Claim) => ({
  'rafaga.document.id': documentId,
  'rafaga.document.attempt': attempt,
  'rafaga.request.id': document.requestId,
  'rafaga.authority': business.authority,
});

async function runIn<T>(span: Span | undefined, { name, kind, work, outcome }: Step<T>) {
  if (!span?.sampled) return work();
  const own = span.child(name, kind ? { kind } : {});
  try {
    const result = await work();
    if (outcome) own.set({ 'rafaga.outcome': wordFor(() => outcome(result)) });
    return result;
  } catch (error) {
    own.fail(errorType(error));
    throw error;
  } finally {
    own.end();
  }
}

/** The word for a result; an error in computing it does not change the result. */
function wordFor(outcome: () => string): string {
  try {
    return outcome();
  } catch {
    return 'unknown';
  }
}

/** Tests that the span of a step changes neither its result nor its error. */
import { expect, test } from '@jest/globals';
import type { Claim } from '@rafaga/db';
import type { Span, Tracing } from '@rafaga/tracing';
import { createDocumentSpans } from './documentSpans.js';

const TRACEPARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const CLAIM = { traceparent: TRACEPARENT, document: {}, business: {} } as Claim;

/** Spans that write down what is told to them. */
function recording() {
  const told: unknown[] = [];
  const span: Span = {
    traceId: 'a'.repeat(32),
    traceparent: TRACEPARENT,
    sampled: true,
    child: () => span,
    rename: () => undefined,
    set: (attributes) => void told.push(attributes),
    fail: (type) => void told.push(`failed ${type}`),
    end: () => void told.push('ended'),
  };
  const tracing = { start: () => span } as unknown as Tracing;
  return { told, spans: createDocumentSpans(tracing) };
}

test('a result without a word is given, and is no failure', async () => {
  const { told, spans } = recording();
  const claim = spans.begin(CLAIM, 0);
  const outcome = (): string => {
    throw new Error('no word');
  };
  const step = { name: 'sendBill', work: async () => 'answered', outcome };
  expect(await spans.run(claim, step)).toBe('answered');
  expect(told).toEqual([{ 'rafaga.outcome': 'unknown' }, 'ended']);
});

test('an error is recorded by its class, and is thrown', async () => {
  const { told, spans } = recording();
  const claim = spans.begin(CLAIM, 0);
  const work = () => Promise.reject(new RangeError('de Ana'));
  await expect(spans.run(claim, { name: 'sign', work })).rejects.toThrow('de Ana');
  expect(told).toEqual(['failed RangeError', 'ended']);
});

/** Tests which traces are stored with a document. */
import { expect, test } from '@jest/globals';
import type { Request, Response } from '../handler.js';
import { storedTrace } from './traceCalls.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const OTHER = '1af7651916cd43dd8448eb211c80319d';
const stored = (sampled: boolean, traceparent?: string) =>
  storedTrace(
    { headers: { traceparent } } as unknown as Request,
    { locals: { span: { sampled, traceId: TRACE, traceparent: 'own' } } } as unknown as Response,
  );

test.each([
  ['a sampled trace', true, undefined, 'own'],
  ['a trace that the caller named', false, `00-${TRACE}-b7ad6b7169203331-00`, 'own'],
  ['no trace that is not sampled', false, undefined, undefined],
  ['no trace of a header that names none', false, `00-${OTHER}-x-00`, undefined],
])('%s is stored', (_what, sampled, traceparent, expected) => {
  expect(stored(sampled, traceparent)).toBe(expected);
});

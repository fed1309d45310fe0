/** Tests what a reply says about the health of its service, and which replies are kept. */
import { expect, test } from '@jest/globals';
import type { Reply } from '@rafaga/sunat';
import { rawRepliesToKeep } from './rawReplies.js';
import { signalOf } from './signal.js';

const exchange = { reused: false, discard: () => undefined };
const fault = (code: string): Reply => ({ is: 'fault', code, text: 'texto', ...exchange });
const cdr: Reply = { is: 'cdr', zip: Buffer.from('PK'), ...exchange };
const page: Reply = {
  is: 'unreadable',
  reason: 'HTTP 200 sin SOAP',
  excerpt: Buffer.from('<html>'),
};
const lost: Reply = { is: 'transport_error', delivered: 'unknown', reason: 'ECONNRESET' };
const down: Reply = { is: 'server_error', reason: 'HTTP 502 sin SOAP' };

test('a reply shows whether its service works: a fault about the document is a success', () => {
  expect([cdr, fault('2017'), fault('1033')].map(signalOf)).toEqual(Array(3).fill('success'));
  expect([page, lost, down, fault('0100')].map(signalOf)).toEqual(Array(4).fill('failure'));
  expect(signalOf({ is: 'declined', reason: 'error' })).toBe('success');
  expect(signalOf(fault('0109'))).toBe('down');
  expect(signalOf({ is: 'throttled', reason: 'HTTP 429' })).toBe('throttled');
});

test('a CDR that settles nothing is kept; an unreadable answer only for a review', () => {
  const text = { kind: 'text', content: Buffer.from('<html>') };
  const zip = { kind: 'cdr', content: Buffer.from('PK') };
  expect(rawRepliesToKeep([cdr, page], 'settle')).toEqual([]);
  expect(rawRepliesToKeep([cdr, page, lost], 'wait')).toEqual([zip]);
  expect(rawRepliesToKeep([cdr, page], 'review')).toEqual([zip, text]);
  expect(rawRepliesToKeep([{ ...page, excerpt: Buffer.alloc(0) }], 'review')).toEqual([]);
});

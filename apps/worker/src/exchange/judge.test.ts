import { expect, test } from '@jest/globals';
import { type Cdr, CdrProblem } from '@rafaga/engine';
import { type Obligation, verdict } from '@rafaga/fiscal';
import type { Reply } from '@rafaga/sunat';
import { backoff } from './backoff.js';
import { judgeClaim, judgeStatus, judgeValidity } from './judgeAnswer.js';
import { judgeSend } from './judgeSend.js';
import type { Next } from './next.js';

const ZIP = Buffer.from('PK');
const cdr = (code: string): Cdr => ({ code, description: 'texto', notes: [], xml: Buffer.alloc(0) });
const sent = (change: Partial<Parameters<typeof judgeSend>[1]> = {}) => ({
  before: 0,
  attempt: 1,
  read: () => cdr('0'),
  oldCertificate: false,
  ...change,
});
const asked = (change: Partial<Parameters<typeof judgeStatus>[1]> = {}) => ({ attempt: 1, missing: 0, read: () => cdr('0'), ...change });
const fault = (code: string): Reply => ({ is: 'fault', code, text: 'texto' });

/** What each obligation of the law becomes, when the authority says it as a fault. */
const BECOMES: Record<Obligation, Next['do']> = {
  accepted: 'wait',
  rejected: 'settle',
  retry: 'wait',
  ask: 'wait',
  configuration: 'pause',
  ours: 'review',
  review: 'review',
};
const CODES = Array.from({ length: 5_000 }, (_, number) => String(number).padStart(4, '0')).filter(
  (code) => code !== '1032' && code !== '1033',
);

test('every fault there can be obliges to what its row of the law says, and an unknown one to a person', () => {
  for (const code of CODES) expect([code, judgeSend(fault(code), sent()).do]).toEqual([code, BECOMES[verdict(code).do]]);
});

test('only an authority that says so has accepted anything: no fault, no silence, no nonsense ever settles as accepted', () => {
  const replies: Reply[] = [
    ...CODES.map(fault),
    { is: 'silence', reached: 'never', why: 'x' },
    { is: 'silence', reached: 'maybe', why: 'x' },
    { is: 'throttled', why: 'x' },
    { is: 'nonsense', why: 'x', excerpt: ZIP },
  ];
  for (const reply of replies) expect(judgeSend(reply, sent())).not.toMatchObject({ state: 'accepted' });
});

test.each(['0', '4252'])('a CDR with %s accepts, and is kept', (code) => {
  expect(judgeSend({ is: 'cdr', zip: ZIP }, sent({ read: () => cdr(code) }))).toMatchObject({
    do: 'settle',
    state: 'accepted',
    code,
    zip: ZIP,
  });
});

test('a CDR of 2000 to 3999 rejects, whatever else its code would oblige to', () => {
  for (const code of ['2017', '2325', '3999'])
    expect(judgeSend({ is: 'cdr', zip: ZIP }, sent({ read: () => cdr(code) }))).toMatchObject({
      do: 'settle',
      state: 'rejected',
      code,
      zip: ZIP,
    });
});

test("1033 and 1032 are somebody else's on a number that never left us, and worth a question on one that did", () => {
  for (const code of ['1033', '1032']) {
    expect(judgeSend(fault(code), sent({ before: 0 }))).toMatchObject({ do: 'review', reason: 'foreign_number', code });
    expect(judgeSend(fault(code), sent({ before: 1 }))).toMatchObject({ do: 'ask', code });
  }
  expect(judgeClaim('1033')).toMatchObject({ do: 'settle', state: 'accepted' });
  expect(judgeClaim('1032')).toMatchObject({ do: 'settle', state: 'rejected' });
});

test('what did not leave may leave again; what may have arrived is asked for', () => {
  expect(judgeSend({ is: 'silence', reached: 'never', why: 'x' }, sent())).toMatchObject({ do: 'wait', send: 'never' });
  expect(judgeSend({ is: 'silence', reached: 'maybe', why: 'x' }, sent())).toMatchObject({ do: 'wait', send: 'unknown' });
  expect(judgeSend({ is: 'nonsense', why: 'x', excerpt: ZIP }, sent())).toMatchObject({ do: 'wait', send: 'unknown' });
  expect(judgeSend({ is: 'throttled', why: 'x', retryAfterMs: 7_000 }, sent())).toMatchObject({
    do: 'wait',
    send: 'never',
    delayMs: 7_000,
  });
  expect(judgeSend(fault('0140'), sent())).toMatchObject({ do: 'wait', class: 'in_process', send: 'unknown' });
});

test("a CDR that names another document, or cannot be read for long, is a person's", () => {
  const fails = (problem: ConstructorParameters<typeof CdrProblem>[0]) => () => {
    throw new CdrProblem(problem);
  };
  const reply: Reply = { is: 'cdr', zip: ZIP };
  expect(judgeSend(reply, sent({ read: fails('other_document') }))).toMatchObject({ do: 'review', reason: 'other_document' });
  expect(judgeSend(reply, sent({ read: fails('zip_lies') }))).toMatchObject({ do: 'wait', send: 'unknown' });
  expect(judgeSend(reply, sent({ read: fails('zip_lies'), attempt: 10 }))).toMatchObject({ do: 'review', reason: 'unreadable' });
});

test("a certificate that is refused retires the document; it stops the business only while it is the business's", () => {
  expect(judgeSend(fault('2325'), sent())).toMatchObject({ do: 'pause', retire: true });
  expect(judgeSend(fault('2325'), sent({ oldCertificate: true }))).toMatchObject({ do: 'review', reason: 'certificate' });
});

test('asked, the authority must say twice that it does not have it before it is sent again', () => {
  const missing = { is: 'status', code: '0011', text: 'no existe' } as const;
  expect(judgeStatus(missing, asked())).toMatchObject({ do: 'wait', missing: 1 });
  expect(judgeStatus(missing, asked({ missing: 1 }))).toEqual({ do: 'send' });
  const unknown = { is: 'validity', validity: 'unknown', text: 'estadoCp 0' } as const;
  expect(judgeValidity(unknown, asked())).toMatchObject({ do: 'wait', missing: 1 });
  expect(judgeValidity(unknown, asked({ missing: 1 }))).toEqual({ do: 'send' });
});

test('an authority that has it and does not have it contradicts itself, and after some patience a person must ask', () => {
  const missing = { is: 'status', code: '0011', text: 'no existe' } as const;
  expect(judgeStatus(missing, asked({ missing: 1, claimed: '1033' }))).toMatchObject({ do: 'wait', missing: 2 });
  expect(judgeStatus(missing, asked({ missing: 3, claimed: '1033' }))).toMatchObject({ do: 'review', reason: 'contradiction' });
});

const STATUSES: [code: string, next: object][] = [
  ['0001', { do: 'settle', state: 'accepted' }],
  ['0002', { do: 'settle', state: 'rejected' }],
  ['0003', { do: 'review', reason: 'voided' }],
  ['0004', { do: 'wait' }],
  ['0005', { do: 'review', reason: 'our_fault' }],
  ['0012', { do: 'pause' }],
];
test.each(STATUSES)('a consultation that says %s obliges to %o', (code, next) => {
  expect(judgeStatus({ is: 'status', code, text: 'x' }, asked())).toMatchObject(next);
});

test.each(['voided', 'authorised', 'unauthorised'] as const)("a document that is %s is a person's", (validity) => {
  expect(judgeValidity({ is: 'validity', validity, text: 'x' }, asked()).do).toBe('review');
});

test('a consultation that does not work settles nothing, and says so only after long', () => {
  expect(judgeStatus({ is: 'silence', reached: 'maybe', why: 'x' }, asked())).toMatchObject({ do: 'wait', class: 'unreachable' });
  expect(judgeStatus(fault('0102') as never, asked())).toMatchObject({ do: 'pause' });
  expect(judgeStatus(fault('0109') as never, asked())).toMatchObject({ do: 'wait', class: 'unavailable' });
  expect(judgeStatus({ is: 'nonsense', why: 'x', excerpt: ZIP }, asked())).toMatchObject({ do: 'wait' });
  expect(judgeStatus({ is: 'nonsense', why: 'x', excerpt: ZIP }, asked({ attempt: 10 }))).toMatchObject({ do: 'review' });
  expect(judgeValidity({ is: 'denied', why: 'x' }, asked())).toEqual({ do: 'send' });
});

test('waits grow, end at a minute, and are spread', () => {
  const waits = [1, 2, 3, 4, 5, 6, 20].map((attempt) => backoff('unreachable', attempt, 0.5));
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect([backoff('unreachable', 1, 0), backoff('unreachable', 1, 1)]).toEqual([1_500, 2_500]);
});

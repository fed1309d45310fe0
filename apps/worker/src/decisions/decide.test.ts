/** Tests every cell of the decision table, and which row each reply of SUNAT is classified as. */
import { expect, test } from '@jest/globals';
import type { Claim } from '@rafaga/db';
import { type Obligation, verdict } from '@rafaga/fiscal';
import type { Reply, StatusReply } from '@rafaga/sunat';
import { backoff } from './backoff.js';
import type { Classified } from './classified.js';
import {
  classifyConsultReply,
  classifyStatusReply,
  combineReplies,
  needsConsult,
} from './classifyQueryReply.js';
import { classifySendReply } from './classifySendReply.js';
import { decideFromQuery } from './decideFromQuery.js';
import { decideFromSend, type SendFacts } from './decideFromSend.js';
import type { Decision } from './decision.js';
import {
  AFTER_QUERY,
  AFTER_SEND,
  type Doubt,
  type QueryOutcome,
  type SendOutcome,
} from './decisionTable.js';
import type { OwnCdr } from './ownCdr.js';
import { contextOfClaim, mustQueryFirst } from './queryContext.js';

const cdr = (code: string): OwnCdr =>
  ({
    code,
    description: 'texto',
    notes: [],
    xml: Buffer.alloc(0),
    match: 'matching',
  }) as never;

/** A decision in a few words, as the expected tables below write it. */
function summary(decision: Decision): string {
  switch (decision.do) {
    case 'settle':
      return `${decision.state} by ${decision.evidence}`;
    case 'wait':
      return `wait ${decision.class}${decision.send ? `, ${decision.send}` : ''}`;
    case 'review':
      return `review ${decision.reason}${decision.send ? `, ${decision.send}` : ''}`;
    case 'query':
      return `query ${decision.doubt}, ${decision.send}`;
    case 'pause':
      return decision.retire ? 'retire' : 'pause';
    case 'send':
      return 'send';
  }
}

/** Expected decisions: when no earlier send can be registered, and when one may be. */
const SENDS: Record<SendOutcome, [none: string, lost: string]> = {
  cdr_accepted: ['accepted by cdr', 'accepted by cdr'],
  cdr_rejected: ['rejected by cdr', 'rejected by cdr'],
  cdr_undecided: ['wait unknown, unknown', 'wait unknown, unknown'],
  cdr_of_another: ['review other_document, unknown', 'review other_document, unknown'],
  cdr_unreadable: ['wait unknown, unanswered', 'wait unknown, unanswered'],
  number_taken: ['query foreign, refused', 'query doubtful, refused'],
  number_spent: ['query foreign, refused', 'query doubtful, refused'],
  in_process: ['wait in_process, unknown', 'wait in_process, unknown'],
  possibly_registered: ['wait unknown, unknown', 'wait unknown, unknown'],
  unavailable: ['wait unavailable, refused', 'wait unavailable, refused'],
  failed: ['wait unavailable, unknown', 'wait unavailable, unknown'],
  unprocessed: ['wait unavailable, unknown', 'wait unavailable, unknown'],
  rejected: ['rejected by fault', 'query rejected, refused'],
  access: ['pause', 'pause'],
  certificate: ['retire', 'query refused, refused'],
  old_certificate: ['review certificate, refused', 'query refused, refused'],
  malformed: ['review our_fault, refused', 'query refused, refused'],
  undecided: ['review needs_decision, refused', 'query refused, refused'],
  unknown_code: ['review unknown_code, unknown', 'review unknown_code, unknown'],
  not_delivered: ['wait unreachable, never', 'wait unreachable, never'],
  no_answer: ['wait unknown, unanswered', 'wait unknown, unanswered'],
  throttled: ['wait throttled, never', 'wait throttled, never'],
  server_error: ['wait unknown, unanswered', 'wait unknown, unanswered'],
  server_fault: ['wait unavailable, unanswered', 'wait unavailable, unanswered'],
  blocked: ['wait unavailable, unanswered', 'wait unavailable, unanswered'],
  unreadable: ['wait unknown, unanswered', 'wait unknown, unanswered'],
};

const sent = (row: SendOutcome): Classified<SendOutcome> => ({
  row,
  text: 'texto',
  description: 'texto',
  code: row === 'cdr_rejected' || row === 'rejected' ? '2017' : '0',
  ...(row === 'cdr_accepted' && { cdr: cdr('0') }),
  ...(row === 'cdr_rejected' && { cdr: cdr('2017') }),
});
const sendFacts = (change: Partial<SendFacts> = {}): SendFacts => ({
  before: 'none',
  repeats: 0,
  unclearAnswers: 0,
  ...change,
});

test('every answer to a send has two cells, and each gives the decision of the table', () => {
  expect(Object.keys(SENDS).sort()).toEqual(Object.keys(AFTER_SEND).sort());
  for (const row of Object.keys(SENDS) as SendOutcome[]) {
    const cells = (['none', 'lost'] as const).map((before) =>
      summary(decideFromSend(sent(row), sendFacts({ before }))),
    );
    expect([row, ...cells]).toEqual([row, ...SENDS[row]]);
  }
});

test('a send that SUNAT did not take keeps the count of its answers, others end it', () => {
  const counts = (row: SendOutcome) => {
    const decision = decideFromSend(sent(row), sendFacts({ repeats: 3 }));
    return decision.do === 'wait' ? decision.missing : undefined;
  };
  expect([counts('not_delivered'), counts('throttled'), counts('unavailable')]).toEqual([3, 3, 3]);
  expect([counts('no_answer'), counts('failed')]).toEqual([undefined, undefined]);
});

const DOUBTS = [
  'lost',
  'claimed',
  'doubtful',
  'rejected',
  'refused',
  'foreign',
] as const satisfies Doubt[];
const same = (cell: string, foreign = 'review foreign_number'): string[] => [
  ...Array(5).fill(cell),
  foreign,
];

const unlessEachWasAnswered = (cell: string): string[] => [
  cell,
  cell,
  'review unproven',
  cell,
  cell,
  'review foreign_number',
];

/** Expected decisions for each doubt, the first time that SUNAT gives the answer. */
const QUERIES: Record<QueryOutcome, string[]> = {
  proven_accepted: same('accepted by cdr_query', 'accepted by cdr_query'),
  proven_rejected: same('rejected by cdr_query', 'rejected by cdr_query'),
  matching_accepted: unlessEachWasAnswered('accepted by cdr_query'),
  matching_rejected: unlessEachWasAnswered('rejected by cdr_query'),
  confirmed_accepted: same('accepted by cdr_query'),
  cdr_shows_nothing: same('review unproven'),
  cdr_unconfirmed: same('wait unknown'),
  cdr_undecided: same('wait unknown'),
  cdr_of_another: same('review foreign_number'),
  cdr_of_another_number: same('review other_document'),
  cdr_unreadable: same('wait unknown'),
  registered_without_cdr: same('wait unknown'),
  cdr_not_given: same('wait unavailable'),
  voided: same('review voided'),
  not_found: [
    'wait unknown',
    'wait unknown',
    'wait unknown',
    'rejected by fault',
    'review needs_decision',
    'send',
  ],
  known_as_ours: same('accepted by consult'),
  not_known_as_ours: [
    'wait unknown',
    'wait unknown',
    'wait unknown',
    'rejected by fault',
    'review needs_decision',
    'review foreign_number',
  ],
  undecided: same('review needs_decision'),
  query_refused: same('review our_fault'),
  access: same('pause'),
  code_undecided: same('wait unknown'),
  unreachable: same('wait unreachable'),
  unavailable: same('wait unavailable'),
  throttled: same('wait throttled'),
  blocked: same('wait unavailable'),
  unreadable: same('wait unknown'),
  denied: [
    'send',
    'wait unknown',
    'wait unknown',
    'review needs_decision',
    'review needs_decision',
    'review foreign_number',
  ],
  cannot_query: [
    'send',
    'review unproven',
    'review unproven',
    'review needs_decision',
    'review needs_decision',
    'review foreign_number',
  ],
};

const answer = (row: QueryOutcome): Classified<QueryOutcome> => ({
  row,
  text: 'texto',
  ...(/^((proven|matching|confirmed)_accepted|cdr_shows_nothing)$/.test(row) && { cdr: cdr('0') }),
  ...(/^(proven|matching)_rejected$/.test(row) && { cdr: cdr('2017') }),
});
const COUNTS = { repeats: 0, unclearAnswers: 0 };
const FAULT = { row: 'rejected', code: '2017', text: 'texto' } as const;
const LATE = { row: 'undecided', code: '1079', text: 'texto' } as const;
const decided = (row: QueryOutcome, doubt: Doubt, change: object = {}) =>
  summary(
    decideFromQuery(answer(row), {
      doubt,
      repeats: 0,
      unclearAnswers: 0,
      ...(doubt === 'rejected' && { fault: FAULT }),
      ...(doubt === 'refused' && { fault: LATE }),
      ...(!/^re/.test(doubt) && { claimed: '1033' }),
      ...change,
    }),
  );

test('every answer to a query has a cell a doubt, and each gives the decision of the table', () => {
  expect(Object.keys(QUERIES).sort()).toEqual(Object.keys(AFTER_QUERY).sort());
  for (const row of Object.keys(QUERIES) as QueryOutcome[])
    expect([row, ...DOUBTS.map((doubt) => decided(row, doubt))]).toEqual([row, ...QUERIES[row]]);
});

/** Every repeated answer leads to a final decision after a number of repetitions. */
const AT_LAST: [row: QueryOutcome, facts: object, cells: string[]][] = [
  [
    'not_found',
    { repeats: 1 },
    ['send', 'wait unknown', 'wait unknown', 'rejected by fault', 'review needs_decision', 'send'],
  ],
  [
    'not_found',
    { repeats: 3 },
    [
      'send',
      'review contradiction',
      'review contradiction',
      'rejected by fault',
      'review needs_decision',
      'send',
    ],
  ],
  [
    'not_known_as_ours',
    { repeats: 3 },
    [
      'send',
      'review unproven',
      'review unproven',
      'rejected by fault',
      'review needs_decision',
      'review foreign_number',
    ],
  ],
  [
    'denied',
    { repeats: 3 },
    [
      'send',
      'review unproven',
      'review unproven',
      'review needs_decision',
      'review needs_decision',
      'review foreign_number',
    ],
  ],
  ['registered_without_cdr', { repeats: 3 }, same('review unproven')],
  ['cdr_unconfirmed', { repeats: 3 }, same('review unproven')],
  ['cdr_undecided', { unclearAnswers: 54 }, same('review unknown_code')],
  ['cdr_not_given', { unclearAnswers: 59 }, same('review needs_decision')],
  ['code_undecided', { unclearAnswers: 54 }, same('review unknown_code')],
  ['cdr_unreadable', { unclearAnswers: 54 }, same('review unreadable')],
  ['unreadable', { unclearAnswers: 54 }, same('review unreadable')],
  ['blocked', { unclearAnswers: 59 }, same('review unreadable')],
];
test.each(AT_LAST)('%s, with %o, leads to the final decision', (row, facts, cells) => {
  expect(DOUBTS.map((doubt) => decided(row, doubt, facts))).toEqual(cells);
});

test('unclear answers are counted until a person decides; no other answer counts as one', () => {
  const after = (row: SendOutcome, unclearAnswers: number) =>
    decideFromSend(sent(row), sendFacts({ unclearAnswers }));
  expect(after('unreadable', 0)).toMatchObject({ do: 'wait', unclearAnswers: 6 });
  expect(after('unreadable', 54)).toMatchObject({ do: 'review', reason: 'unreadable' });
  expect(after('possibly_registered', 48)).toMatchObject({ do: 'wait', unclearAnswers: 54 });
  expect(after('possibly_registered', 54)).toMatchObject({ do: 'review', reason: 'unknown_code' });
  for (const row of ['unprocessed', 'server_fault', 'blocked'] as const) {
    const reason = row === 'blocked' ? 'unreadable' : 'needs_decision';
    expect(after(row, 58)).toMatchObject({ do: 'wait', unclearAnswers: 59 });
    expect(after(row, 59)).toMatchObject({ do: 'review', reason });
  }
  for (const row of ['no_answer', 'not_delivered', 'server_error', 'failed'] as const) {
    expect(after(row, 99)).toMatchObject({ do: 'wait' });
    expect(after(row, 0)).not.toHaveProperty('unclearAnswers');
  }
});

test('an acceptance is presumed only by policy, after 1033 and a send without an answer', () => {
  expect(decided('cannot_query', 'claimed', { presumes: true })).toBe('accepted by presumed');
  expect(decided('cannot_query', 'claimed', { presumes: true, claimed: '1032' })).toBe(
    'review unproven',
  );
  for (const doubt of ['lost', 'doubtful', 'rejected', 'refused', 'foreign'] as const)
    expect(decided('cannot_query', doubt, { presumes: true })).not.toContain('accepted');
  for (const row of Object.keys(AFTER_QUERY) as QueryOutcome[])
    if (row !== 'cannot_query')
      expect(decided(row, 'claimed', { presumes: true })).not.toContain('presumed');
});

test('an untrusted answer leaves the send in doubt, whatever the second answer is', () => {
  const after = (row: SendOutcome, untrusted: NonNullable<SendFacts['untrusted']>) =>
    summary(decideFromSend(sent(row), sendFacts({ untrusted })));
  const busy = { code: '0109', text: 'texto' };
  expect(after('number_taken', busy)).toBe('query doubtful, unknown');
  expect(after('number_taken', FAULT)).toBe('query claimed, unanswered');
  expect(after('number_taken', 'cdr')).toBe('query claimed, unanswered');
  expect(after('rejected', busy)).toBe('query rejected, unknown');
  expect(after('unavailable', busy)).toBe('wait unavailable, unknown');
  expect(after('unavailable', 'cdr')).toBe('wait unavailable, unanswered');
  expect(after('not_delivered', busy)).toBe('wait unreachable, unknown');
  expect(after('cdr_accepted', FAULT)).toBe('accepted by cdr');
});

test('a taken number is presumed ours only after a send without an answer', () => {
  const taken = (facts: Partial<SendFacts>) =>
    summary(decideFromSend(sent('number_taken'), sendFacts(facts)));
  expect(taken({ before: 'lost', unanswered: true })).toBe('query claimed, refused');
  expect(taken({ before: 'lost', unanswered: false })).toBe('query doubtful, refused');
  expect(taken({ before: 'none', unanswered: true })).toBe('query foreign, refused');
});

test('a rejected send that cannot be queried is reviewed with the text of its rejection', () => {
  const facts = { ...COUNTS, doubt: 'rejected', fault: FAULT } as const;
  expect(decideFromQuery(answer('cannot_query'), facts)).toMatchObject({
    reason: 'needs_decision',
    code: '2017',
    error: 'al reenviar: 2017 texto; al consultar: texto',
  });
});

test.each([
  ['undecided', 'review needs_decision'],
  ['malformed', 'review our_fault'],
  ['old_certificate', 'review certificate'],
  ['certificate', 'retire'],
] as const)('a send refused as %s decides only once no earlier send is found', (row, decision) => {
  const fault = { row, code: '1079', text: 'texto' };
  const after = (found: QueryOutcome) =>
    decideFromQuery(answer(found), { ...COUNTS, doubt: 'refused', send: 'refused', fault });
  expect(summary(after('known_as_ours'))).toBe('accepted by consult');
  expect(summary(after('matching_accepted'))).toBe('accepted by cdr_query');
  for (const none of ['not_found', 'not_known_as_ours', 'denied', 'cannot_query'] as const) {
    expect(summary(after(none))).toMatch(decision);
    expect(after(none)).toMatchObject({ code: '1079', send: 'refused' });
  }
});

test('a query that is refused for the access pauses with its own code', () => {
  const refused = { ...answer('access'), code: '0102', description: 'clave' };
  const fault = { row: 'undecided', code: '1079', text: 'texto' } as const;
  for (const facts of [
    { doubt: 'refused', fault },
    { doubt: 'claimed', claimed: '1033' },
  ] as const)
    expect(decideFromQuery(refused, { ...COUNTS, ...facts })).toMatchObject({
      do: 'pause',
      code: '0102',
      reason: '0102: clave',
    });
});

test('the wait between two queries grows from 10 to 60 seconds', () => {
  const delay = (repeats: number) =>
    decideFromQuery(answer('registered_without_cdr'), { ...COUNTS, doubt: 'claimed', repeats });
  expect([0, 1, 2].map((repeats) => delay(repeats))).toMatchObject([
    { delayMs: 10_000, missing: 1 },
    { delayMs: 30_000, missing: 2 },
    { delayMs: 60_000, missing: 3 },
  ]);
});

test('an untrusted rejection counts once SUNAT says that the number is rejected', () => {
  const spent = (untrusted: NonNullable<SendFacts['untrusted']>) =>
    decideFromSend(sent('number_spent'), sendFacts({ untrusted }));
  expect(spent(FAULT)).toMatchObject({
    do: 'settle',
    state: 'rejected',
    evidence: 'fault',
    code: '2017',
  });
  expect(spent({ code: '0109', text: 'x' })).toMatchObject({ do: 'query', doubt: 'doubtful' });
  expect(spent('cdr')).toMatchObject({ do: 'query', doubt: 'claimed' });
  const before = sendFacts({ before: 'lost', untrusted: FAULT });
  expect(decideFromSend(sent('number_spent'), before)).toMatchObject({
    do: 'query',
    doubt: 'claimed',
  });
});

const OURS = {
  ruc: '20123456786',
  type: '01',
  series: 'F001',
  number: 7,
  receiver: '20601234561',
  digest: 'abc=',
};
const WINDOW = { from: new Date(0), to: new Date() };
const CONTEXT = { ours: OURS, oldCertificate: false };
const own = { reused: false, discard: () => undefined };
const fault = (code: string): Extract<Reply, { is: 'fault' }> => ({
  is: 'fault',
  code,
  text: 'texto',
  ...own,
});

/** The decision for each obligation of the return codes, when SUNAT answers with a fault. */
const BECOMES: Record<Obligation, Decision['do']> = {
  accepted: 'wait',
  rejected: 'settle',
  retry: 'wait',
  ask: 'wait',
  configuration: 'pause',
  ours: 'review',
  review: 'review',
};
const CODES = Array.from({ length: 5_000 }, (_, number) => String(number).padStart(4, '0'));

test('every fault code has a row, and none leads to an acceptance', () => {
  for (const code of CODES) {
    const { do: decided } = decideFromSend(classifySendReply(fault(code), CONTEXT), sendFacts());
    expect([code, decided]).toEqual([
      code,
      /^(103[23]|2987)$/.test(code) ? 'query' : BECOMES[verdict(code).do],
    ]);
  }
});

test('a missing and an unreadable answer to a send have their rows', () => {
  const rows = (
    [
      { is: 'transport_error', delivered: 'no', reason: 'x' },
      { is: 'transport_error', delivered: 'unknown', reason: 'x' },
      { is: 'throttled', reason: 'x', retryAfterMs: 7_000 },
      { is: 'server_error', reason: 'x' },
      { is: 'unreadable', reason: 'x', excerpt: Buffer.alloc(1) },
      { is: 'unreadable', reason: 'x', excerpt: Buffer.alloc(1), blocked: true },
      { is: 'cdr', zip: Buffer.from('PK'), ...own },
    ] satisfies Reply[]
  ).map((reply) => classifySendReply(reply, CONTEXT).row);
  expect(rows).toEqual([
    'not_delivered',
    'no_answer',
    'throttled',
    'server_error',
    'unreadable',
    'blocked',
    'cdr_unreadable',
  ]);
});

test('a failure over the file has its row, apart from an outage', () => {
  for (const code of ['0303', '0304', '0305'])
    expect(classifySendReply(fault(code), CONTEXT).row).toBe('unprocessed');
  const withoutCode: Reply = { is: 'server_error', reason: 'fallo SOAP', fault: true };
  expect(classifySendReply(withoutCode, CONTEXT).row).toBe('server_fault');
});

test('a refused certificate retires the document, unless the business has a newer one', () => {
  expect(classifySendReply(fault('2325'), CONTEXT).row).toBe('certificate');
  expect(classifySendReply(fault('2325'), { ours: OURS, oldCertificate: true }).row).toBe(
    'old_certificate',
  );
});

test('each status of getStatusCdr has its row', () => {
  const rows = ['0001', '0002', '0003', '0004', '0005', '0011', '0012'].map(
    (code) => classifyStatusReply({ is: 'status', code, text: 'x' }, OURS, WINDOW).row,
  );
  const unshown = 'registered_without_cdr';
  expect(rows).toEqual([
    unshown,
    unshown,
    'voided',
    unshown,
    'query_refused',
    'not_found',
    'denied',
  ]);
  // of the other services: as a status they say what they say as a fault
  const rowOf = (reply: StatusReply) => classifyStatusReply(reply, OURS, WINDOW).row;
  for (const [code, row] of [
    ['0014', 'code_undecided'],
    ['0000', 'code_undecided'],
    ['2017', 'code_undecided'],
    ['0100', 'unavailable'],
    ['0125', 'cdr_not_given'],
    ['0140', 'cdr_not_given'],
    ['0102', 'access'],
    ['0111', 'denied'],
  ] as const) {
    expect([code, rowOf({ is: 'status', code, text: 'x' })]).toEqual([code, row]);
    expect([code, rowOf(fault(code))]).toEqual([code, row]);
  }
  for (const code of ['0001', '0002', '0003', '0004'])
    expect(rowOf(fault(code))).toBe('code_undecided');
});

test('each answer of Consulta Integrada has its row', () => {
  const rows = (['accepted', 'unknown', 'voided', 'authorised', 'unauthorised'] as const).map(
    (validity) => classifyConsultReply({ is: 'validity', validity, text: 'x' }).row,
  );
  expect(rows).toEqual(['known_as_ours', 'not_known_as_ours', 'voided', 'undecided', 'undecided']);
  expect(classifyConsultReply({ is: 'denied', reason: 'x' }).row).toBe('denied');
  const page = { is: 'unreadable', reason: 'x', excerpt: Buffer.alloc(1), blocked: true } as const;
  expect(classifyConsultReply(page).row).toBe('blocked');
});

test('a send refused at authentication did not arrive; one that failed in SUNAT may have', () => {
  const rowOf = (code: string) => classifySendReply(fault(code), CONTEXT).row;
  expect(['0109', '0110'].map(rowOf)).toEqual(['unavailable', 'unavailable']);
  expect(['0100', '0130', '0136', '0138', '0200', '0250'].map(rowOf)).toEqual(
    Array(6).fill('failed'),
  );
});

test('Consulta Integrada confirms a CDR or not; without its answer the CDR stands alone', () => {
  const row = (status: QueryOutcome, consulted: QueryOutcome) =>
    combineReplies(answer(status), { row: consulted, text: 'x' }).row;
  expect(row('matching_accepted', 'known_as_ours')).toBe('confirmed_accepted');
  expect(row('matching_accepted', 'not_known_as_ours')).toBe('cdr_unconfirmed');
  expect(row('matching_accepted', 'unreachable')).toBe('matching_accepted');
  expect(row('matching_accepted', 'voided')).toBe('voided');
  expect(row('registered_without_cdr', 'known_as_ours')).toBe('known_as_ours');
  expect(row('registered_without_cdr', 'not_known_as_ours')).toBe('registered_without_cdr');
  expect(row('cdr_not_given', 'known_as_ours')).toBe('known_as_ours');
  expect(row('cdr_not_given', 'not_known_as_ours')).toBe('cdr_not_given');
  expect(row('cdr_shows_nothing', 'unreachable')).toBe('unreachable');
  expect(row('cdr_shows_nothing', 'denied')).toBe('cdr_shows_nothing');
  expect(row('registered_without_cdr', 'unreachable')).toBe('unreachable');
  expect(row('registered_without_cdr', 'denied')).toBe('registered_without_cdr');
});

test('where getStatusCdr refuses our credentials, Consulta Integrada decides alone', () => {
  const status = classifyStatusReply(fault('0111'), OURS, WINDOW);
  const combined = (row: QueryOutcome) => combineReplies(status, { row, text: 'x' });
  expect(needsConsult(status)).toBe(true);
  for (const row of ['known_as_ours', 'not_known_as_ours', 'unreachable'] as const)
    expect(combined(row)).toEqual({ row, text: 'x' });
  expect(combined('denied')).toBe(status);
});

test('only an acceptance that shows no digest, or no CDR, has date and total compared', () => {
  const asks = (row: QueryOutcome, code?: string) =>
    needsConsult({ row, text: 'texto', ...(code !== undefined && { cdr: cdr(code) }) });
  expect(asks('registered_without_cdr')).toBe(true);
  expect(asks('cdr_not_given')).toBe(true);
  expect(asks('matching_accepted', '0')).toBe(true);
  expect(asks('cdr_shows_nothing', '0')).toBe(true);
  expect(asks('cdr_shows_nothing', '2017')).toBe(false);
  expect(asks('cdr_shows_nothing')).toBe(false);
  expect(asks('proven_accepted', '0')).toBe(false);
  expect(asks('not_found')).toBe(false);
});

test('an attempt queries first once anything of it may be registered', () => {
  const claim = { sends: 0, claimedCode: null } as Claim;
  expect(mustQueryFirst(claim)).toBe(false);
  expect(mustQueryFirst({ ...claim, sends: 1 })).toBe(true);
  expect(mustQueryFirst({ ...claim, claimedCode: '1033' })).toBe(true);
});

test('an attempt begins with the doubt that the earlier ones left', () => {
  const claim = { sends: 1, claimedCode: '1033', unanswered: true } as Claim;
  expect(contextOfClaim(claim)).toEqual({ doubt: 'claimed', claimed: '1033' });
  expect(contextOfClaim({ ...claim, unanswered: false })).toEqual({
    doubt: 'doubtful',
    claimed: '1033',
  });
  expect(contextOfClaim({ ...claim, sends: 0 })).toEqual({ doubt: 'foreign', claimed: '1033' });
  expect(contextOfClaim({ ...claim, claimedCode: null })).toEqual({ doubt: 'lost' });
});

test('a wait doubles up to one minute, and is spread at random', () => {
  const waits = [1, 2, 3, 4, 5, 6, 20].map((attempt) => backoff('unreachable', attempt, 0.5));
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect([backoff('unreachable', 1, 0), backoff('unreachable', 1, 1)]).toEqual([1_500, 2_500]);
});

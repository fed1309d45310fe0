/** Tests every outcome that leaves a send in doubt: no document is lost or registered twice. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  findAnswer,
  keptAnswerColumn,
  listAnswers,
  resumeDocument,
  timeline,
  updateBusiness,
} from '@rafaga/db';
import { createVault } from '@rafaga/secrets';
import { aSender, giveAccess, type Sender } from '../support/senders.js';
import { SECRET_KEYS } from '../support/settings.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';

let testEnvironment: TestEnvironment;
let plain: Sender;
let consulting: Sender;
beforeAll(async () => {
  testEnvironment = await startEnvironment({ answerWithinMs: 1_500 });
  plain = await aSender(testEnvironment.db, { consult: false });
  consulting = await aSender(testEnvironment.db);
  await testEnvironment.work();
});
afterAll(() => testEnvironment.stop());

/** RUCs for facturas and DNIs for boletas: their last digits choose the simulator's outcome. */
const clientOf = (kind: 'boleta' | 'factura', outcome: string) =>
  kind === 'factura' ? `209999990${outcome}` : `999900${outcome}`;

const open = async (id: number) =>
  (await testEnvironment.db.pool.query('SELECT * FROM emissions WHERE document_id = $1', [id]))
    .rows[0];
const evidenceOf = async (id: number) =>
  (
    await testEnvironment.db.pool.query('SELECT evidence FROM outcomes WHERE document_id = $1', [
      id,
    ])
  ).rows[0].evidence;

async function follow(sender: Sender, kind: 'boleta' | 'factura', outcome: string) {
  const id = await testEnvironment.issue(sender, kind, clientOf(kind, outcome));
  const document = await testEnvironment.until(id, (one) => settled(one) || inReview(one));
  const receipts = await testEnvironment.received(
    `${sender.ruc}-${kind === 'factura' ? '01' : '03'}-${document.series}-${document.number}`,
  );
  const steps = (await timeline(testEnvironment.db, id)).map(({ step }) => step);
  return { document, receipts, steps, files: document.files.map((file) => file.kind) };
}

const LOST_AFTER: [outcome: string, what: string][] = [
  ['06', 'no answer'],
  ['08', 'a cut connection'],
  ['12', 'a broken zip'],
  ['15', 'an answer byte by byte'],
  ['16', 'a truncated zip'],
  ['17', 'a zip bomb'],
  ['18', 'a DOCTYPE bomb'],
  ['27', '20 MB'],
];

test.each(LOST_AFTER)(
  'a factura registered under outcome %s (%s) is queried and settled, not sent again',
  async (outcome) => {
    const { document, receipts, files, steps } = await follow(plain, 'factura', outcome);
    expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
    expect(files).toContain('cdr');
    expect(receipts).toHaveLength(1);
    expect(steps).toContain('asked');
  },
);

test('a factura signed before PostgreSQL’s clock went back is settled by its CDR', async () => {
  const { db, controlSimulator, issue, until } = testEnvironment;
  await controlSimulator('caida', { modo: '0109', servicios: ['envio'] });
  const id = await issue(plain, 'factura', clientOf('factura', '06'));
  await until(id, ({ outcome }) => Boolean(outcome));
  await db.pool.query(
    `UPDATE outcomes SET signed_at = signed_at + interval '1 hour' WHERE document_id = $1`,
    [id],
  );
  await controlSimulator('normal', {});
  const { outcome } = await until(id, (one) => settled(one) || inReview(one));
  expect(outcome).toMatchObject({ state: 'accepted', code: '0' });
  expect(await evidenceOf(id)).toBe('cdr_query');
});

test.each(LOST_AFTER)(
  'a boleta under outcome %s (%s) that cannot be queried goes to review: 1033 is no proof',
  async (outcome) => {
    const { document, receipts, files } = await follow(plain, 'boleta', outcome);
    expect(await open(document.id)).toMatchObject({
      review_reason: 'unproven',
      last_code: '1033',
      claimed_code: '1033',
      sends: 1,
    });
    expect(files).not.toContain('cdr');
    expect(receipts.map(({ registered }) => registered)).toEqual([true, false]);
    expect(new Set(receipts.map(({ sha256 }) => sha256)).size).toBe(1);
  },
);

test.each(LOST_AFTER)(
  'a boleta under outcome %s (%s) that can be queried is not sent again',
  async (outcome) => {
    const { document, receipts } = await follow(consulting, 'boleta', outcome);
    expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
    expect(await evidenceOf(document.id)).toBe('consult');
    expect(receipts).toHaveLength(1);
  },
);

test('a factura whose SOL user may not query is settled by Consulta Integrada', async () => {
  const own = await aSender(testEnvironment.db);
  const denied = { resultado: 'excepcion', codigo: '0111', servicio: 'consulta', ruc: own.ruc };
  await testEnvironment.controlSimulator('siguiente', denied);
  const { document, receipts } = await follow(own, 'factura', '08');
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
  expect(await evidenceOf(document.id)).toBe('consult');
  expect(receipts).toHaveLength(1);
});

test('an unproven boleta is settled only when Consulta Integrada can be queried', async () => {
  const late = await aSender(testEnvironment.db, { consult: false });
  const { document, receipts } = await follow(late, 'boleta', '08');
  await resumeDocument(testEnvironment.db, { actor: 'ana' }, document.id);
  await testEnvironment.until(document.id, inReview);
  expect(await testEnvironment.received(`${late.ruc}-03-B001-1`)).toHaveLength(receipts.length);
  await giveAccess(testEnvironment.db, late.id, { consult: true });
  expect((await testEnvironment.until(document.id, settled)).outcome).toMatchObject({
    state: 'accepted',
    code: '0',
  });
  expect(await evidenceOf(document.id)).toBe('consult');
});

test('refused credentials of Consulta Integrada are tried again before a review', async () => {
  const { db, until } = testEnvironment;
  const own = await aSender(db, { access: false });
  await giveAccess(db, own.id, { consult: true, consultSecret: 'mala' });
  const { document, receipts } = await follow(own, 'boleta', '08');
  expect(receipts.map(({ registered }) => registered)).toEqual([true, false]);
  const shown = expect.stringContaining('no admite las credenciales (token: HTTP 401)');
  const ends = (await timeline(db, document.id)).filter(({ code }) => code === '1033');
  expect(ends.map(({ step }) => step)).toEqual(['waiting', 'waiting', 'waiting', 'review']);
  for (const { detail } of ends) expect(detail).toEqual(shown);
  await giveAccess(db, own.id, { consult: true });
  expect((await until(document.id, settled)).outcome).toMatchObject({ state: 'accepted' });
  expect(await evidenceOf(document.id)).toBe('consult');
});

test('a boleta is presumed accepted only by policy and beside a proven number', async () => {
  const bold = await aSender(testEnvironment.db, { consult: false, unprovenPolicy: 'presume' });
  const first = await follow(bold, 'boleta', '08');
  expect(await open(first.document.id)).toMatchObject({ review_reason: 'unproven' });
  await follow(bold, 'boleta', '00');
  const second = await follow(bold, 'boleta', '08');
  expect(second.document.outcome).toMatchObject({
    state: 'accepted',
    code: '1033',
    description: expect.stringContaining('presumido'),
  });
  expect(await evidenceOf(second.document.id)).toBe('presumed');
  expect(second.files).not.toContain('cdr');
});

test('choosing to presume resumes the unproven documents of the business', async () => {
  const late = await aSender(testEnvironment.db, { consult: false });
  await follow(late, 'boleta', '00');
  const { document } = await follow(late, 'boleta', '08');
  expect(await open(document.id)).toMatchObject({ review_reason: 'unproven' });
  await updateBusiness(testEnvironment.db, { actor: 'ana' }, late.id, {
    unprovenPolicy: 'presume',
  });
  expect((await testEnvironment.until(document.id, settled)).outcome).toMatchObject({
    state: 'accepted',
    evidence: 'presumed',
  });
});

const LOST_BEFORE: [outcome: string, what: string][] = [
  ['05', 'no answer'],
  ['07', 'a cut connection'],
  ['09', 'HTML with 502'],
  ['10', 'an empty 200'],
  ['19', 'text in place of a zip'],
  ['25', 'HTML with 200'],
  ['26', 'HTTP 503'],
  ['24', 'the document in process'],
];

test.each(LOST_BEFORE)(
  'a send that never arrived (outcome %s, %s) is repeated with the same bytes',
  async (outcome) => {
    for (const [sender, kind] of [
      [plain, 'factura'],
      [plain, 'boleta'],
      [consulting, 'boleta'],
    ] as const) {
      const { document, receipts, files } = await follow(sender, kind, outcome);
      expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
      expect(files).toContain('cdr');
      expect(receipts.map(({ registered }) => registered)).toEqual([false, true]);
      expect(new Set(receipts.map(({ sha256 }) => sha256)).size).toBe(1);
    }
  },
);

test('a factura is sent again after the authority has answered twice "not found"', async () => {
  const { steps } = await follow(plain, 'factura', '07');
  expect(steps.filter((step) => step === 'asked')).toHaveLength(2);
});

test.each(['20', '21', '22'])(
  'a document that the authority cannot process now (outcome %s) is sent again later',
  async (outcome) => {
    const { document, receipts } = await follow(plain, 'factura', outcome);
    expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
    expect(receipts).toHaveLength(2);
  },
);

const REVIEWS = [
  ['14', 'foreign_number', '1033'],
  ['04', 'needs_decision', '1083'],
] as const;

test.each(REVIEWS)(
  'outcome %s goes to review (%s) with its code',
  async (outcome, reason, code) => {
    const { document } = await follow(plain, 'factura', outcome);
    expect(document.outcome?.state).toBeNull();
    const { rows } = await testEnvironment.db.pool.query(
      'SELECT stage, review_reason, last_code, last_error FROM emissions WHERE document_id = $1',
      [document.id],
    );
    expect(rows[0]).toMatchObject({
      stage: 'review',
      review_reason: reason,
      last_code: code,
      last_error: expect.any(String),
    });
  },
);

test('a CDR of another document settles nothing: it is queried or goes to review', async () => {
  const seen = new Set<string>();
  for (let tries = 0; seen.size < 2 && tries < 20; tries++) {
    const { document, files } = await follow(plain, 'factura', '13');
    const { state } = document.outcome ?? {};
    expect(
      state === 'accepted'
        ? await evidenceOf(document.id)
        : (await open(document.id)).review_reason,
    ).toBe(state === 'accepted' ? 'cdr_query' : 'other_document');
    expect(files.includes('cdr')).toBe(state === 'accepted');
    seen.add(state ?? 'review');
    // a successful exchange leaves its connection open for the next one
    if (state !== 'accepted') await follow(plain, 'factura', '00');
  }
  expect([...seen].sort()).toEqual(['accepted', 'review']);
});

test('a CDR of another document is kept as evidence, encrypted', async () => {
  // a refused document closes its connection: the next document gets a new one
  await follow(plain, 'factura', '04');
  const { document } = await follow(plain, 'factura', '13');
  const [kept] = await listAnswers(testEnvironment.db, document.id);
  expect(kept).toMatchObject({ kind: 'cdr', attempt: 1 });
  const answer = await findAnswer(testEnvironment.db, {
    documentId: document.id,
    id: kept?.id ?? 0,
  });
  const zip = createVault(SECRET_KEYS).open(
    answer?.sealed ?? Buffer.alloc(0),
    keptAnswerColumn(document.id, answer?.sha256 ?? Buffer.alloc(0)),
  );
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  // the text for people contains no key of the file store
  const { rows } = await testEnvironment.db.pool.query(
    'SELECT last_error FROM emissions WHERE document_id = $1',
    [document.id],
  );
  expect(rows[0].last_error).toMatch(/^La constancia corresponde a otro comprobante[^/[]*$/);
});

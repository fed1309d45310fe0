/**
 * Tests that another system's document under our number never settles ours, whatever the first
 * answer is.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { resumeDocument } from '@rafaga/db';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aSender, giveAccess, type Sender } from '../support/senders.js';
import { SECRET_KEYS } from '../support/settings.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

/**
 * The answer to our first send, with the simulator's outcome for it; without an outcome, the
 * registered document decides: 1033 or 1032.
 */
const FIRST = [
  ['1033 or 1032', undefined],
  ['0109', 'caido'],
  ['0102', 'clave-mala'],
  ['a reset', 'corte-antes'],
  ['HTTP 500', 'http-500'],
  ['HTTP 503', 'http-503'],
  ['unreadable text', 'texto'],
] as const;
const VERDICTS = ['aceptado', 'rechazado'] as const;
const ASKING = ['with Consulta Integrada', 'without it'] as const;
const KINDS = ['boleta', 'factura'] as const;

interface Case {
  first: (typeof FIRST)[number][0];
  outcome: (typeof FIRST)[number][1];
  verdict: (typeof VERDICTS)[number];
  asking: (typeof ASKING)[number];
  kind: (typeof KINDS)[number];
}

const CASES: Case[] = FIRST.flatMap(([first, outcome]) =>
  VERDICTS.flatMap((verdict) =>
    ASKING.flatMap((asking) => KINDS.map((kind) => ({ first, outcome, verdict, asking, kind }))),
  ),
);
const titleOf = ({ first, verdict, asking, kind }: Case) =>
  `${kind}, ${first} first, theirs ${verdict}, ${asking}`;

/** Outcomes of the first send of a document whose number no other system has. */
const OWN: readonly (readonly [outcome: string, what: string])[] = [
  ['timeout-despues', 'registered, no answer'],
  ['corte-despues', 'registered, cut off'],
  ['zip-malo', 'registered, a broken zip'],
  ['zip-truncado', 'registered, half a zip'],
  ['gigante', 'registered, 20 MB'],
  ...FIRST.flatMap(([what, outcome]) =>
    outcome ? [[outcome, `not registered, ${what}`] as const] : [],
  ),
];

let testEnvironment: TestEnvironment;
let panel: TestPanel;
const issued = new Map<Case, { id: number; sender: Sender; name: string }>();
/** The documents for each row of OWN. */
const ours = new Map<string, number[]>();
/** Gives paused businesses their credentials again, so that they go on. */
let repairing: NodeJS.Timeout;

beforeAll(async () => {
  // the answers that never come are waited for: long enough for a busy machine, and no longer
  testEnvironment = await startEnvironment({ answerWithinMs: 6_000 });
  panel = await startTestPanel({
    databaseUrl: testEnvironment.databaseUrl,
    redisUrl: testEnvironment.redisUrl,
    secretKeys: SECRET_KEYS,
  });
  for (const each of CASES) issued.set(each, await prepared(each));
  for (const [outcome] of OWN) ours.set(outcome, await preparedOwn(outcome));
  await testEnvironment.work();
  repairing = setInterval(() => void restoreCredentials().catch(() => undefined), 500);
});
afterAll(async () => {
  clearInterval(repairing);
  await panel.stop();
  await testEnvironment.stop();
});

/** Creates a business, another system's document under its first number, and ours, not yet sent. */
async function prepared({ kind, outcome, verdict, asking }: Case) {
  const sender = await aSender(testEnvironment.db, {
    consult: asking === 'with Consulta Integrada',
  });
  const name = `${sender.ruc}-${kind === 'factura' ? '01-F001' : '03-B001'}-1`;
  await testEnvironment.controlSimulator('ajenos', {
    documento: name,
    cliente: '20100070970',
    total: '42.00',
    resultado: verdict,
  });
  if (outcome)
    await testEnvironment.controlSimulator('siguiente', { resultado: outcome, documento: name });
  return { sender, name, id: await testEnvironment.issue(sender, kind) };
}

async function restoreCredentials(): Promise<void> {
  const paused = await testEnvironment.db.prisma.business.findMany({
    where: { pausedUntil: { not: null } },
    include: { access: true },
  });
  for (const { id, access } of paused)
    await giveAccess(testEnvironment.db, id, { consult: access?.consultId != null });
}

const of = (each: Case) => issued.get(each) as { id: number; sender: Sender; name: string };

async function openEmission(id: number) {
  const { rows } = await testEnvironment.db.pool.query<{
    stage: string;
    review_reason: string;
    compared: { ours: object; theirs: object } | null;
  }>('SELECT stage, review_reason, compared FROM emissions WHERE document_id = $1', [id]);
  return rows[0];
}

/** Expects a review for lack of evidence, without a CDR, and nothing of ours registered. */
async function mustBeUnproven(each: Case): Promise<void> {
  const { id, name } = of(each);
  const document = await testEnvironment.until(id, (one) => settled(one) || inReview(one));
  expect(document.outcome?.state).toBeNull();
  expect(document.files.map((file) => file.kind)).not.toContain('cdr');
  const emission = await openEmission(id);
  expect(emission).toMatchObject({
    stage: 'review',
    review_reason: expect.stringMatching(/^(foreign_number|unproven)$/),
  });
  expect((await testEnvironment.received(name)).filter(({ registered }) => registered)).toEqual([]);
}

test.each(CASES.map((each) => [titleOf(each), each] as const))(
  '%s: our document goes to review',
  (_title, each) => mustBeUnproven(each),
);

test.each(
  CASES.filter(({ kind }) => kind === 'factura').map((each) => [titleOf(each), each] as const),
)('%s: the review compares both documents with their clients', async (_title, each) => {
  const { id } = of(each);
  await testEnvironment.until(id, (one) => settled(one) || inReview(one));
  const { review_reason, compared } = (await openEmission(id)) ?? {};
  expect(review_reason).toBe('foreign_number');
  expect(JSON.stringify(compared?.ours)).toContain('20601234561');
  expect(JSON.stringify(compared?.theirs)).toContain('20100070970');
});

test('resuming the reviews one by one settles none of them', async () => {
  const ids = CASES.map((each) => of(each).id);
  await testEnvironment.untilEnded(ids);
  for (const id of ids)
    expect([
      id,
      await resumeDocument(testEnvironment.db, { actor: 'ana', reason: 'a ver' }, id),
    ]).toEqual([id, true]);
  await testEnvironment.untilEnded(ids);
  for (const each of CASES) await mustBeUnproven(each);
});

test('resuming the reviews in bulk stops at each that returns, and settles none', async () => {
  const operator = await panel.as('operator');
  const ids = CASES.map((each) => of(each).id);
  const before = await timesResumed(ids);
  const chosen = ids.map((id) => `&referencia=${id}`).join('');
  await operator.open(`/operaciones/nueva?accion=reanudar&elegidas=si${chosen}`);
  await operator.submit({ motivo: 'se intenta otra vez' }, { action: '/operaciones' });
  const address = operator.path;
  for (const resumed of [1, 2]) {
    await waitFor(
      () => `the operation to stop: ${operator.text}`,
      async () => (await operator.open(address)).text.includes('La de prueba volvió a revisión'),
    );
    expect(await timesResumed(ids)).toBe(before + resumed);
    await operator.submit({}, { action: resumed === 1 ? '/continuar' : '/cancelar' });
  }
  await testEnvironment.untilEnded(ids);
  for (const each of CASES) await mustBeUnproven(each);
});

async function timesResumed(ids: number[]): Promise<number> {
  const sql =
    `SELECT count(*)::int AS count FROM attempts WHERE step = 'resumed' AND ` +
    `document_id = ANY($1)`;
  return (await testEnvironment.db.pool.query<{ count: number }>(sql, [ids])).rows[0]?.count ?? 0;
}

/** Issues two documents of each kind whose first sends have this outcome. */
async function preparedOwn(outcome: string): Promise<number[]> {
  const sender = await aSender(testEnvironment.db);
  const ids: number[] = [];
  for (const [kind, series] of [
    ['boleta', '03-B001'],
    ['factura', '01-F001'],
  ] as const)
    for (const number of [1, 2]) {
      await testEnvironment.controlSimulator('siguiente', {
        resultado: outcome,
        documento: `${sender.ruc}-${series}-${number}`,
      });
      ids.push(await testEnvironment.issue(sender, kind));
    }
  return ids;
}

test.each(OWN)(
  'documents after outcome %s (%s) are all accepted when SUNAT can be queried',
  async (outcome) => {
    const states = (await testEnvironment.untilEnded(ours.get(outcome) ?? [])).map(
      ({ outcome }) => outcome?.state,
    );
    expect(states).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
  },
);

test.each(KINDS)(
  'a %s whose first send was cut off is not settled by the foreign document',
  async (kind) => {
    const sender = await aSender(testEnvironment.db, { consult: false });
    const name = `${sender.ruc}-${kind === 'factura' ? '01-F001' : '03-B001'}-1`;
    await testEnvironment.controlSimulator('ajenos', { documento: name, total: '42.00' });
    await testEnvironment.controlSimulator('caida', {
      modo: 'corte',
      servicios: ['envio'],
      veces: 1,
    });
    const id = await testEnvironment.issue(sender, kind);
    const { outcome, files } = await testEnvironment.until(
      id,
      (one) => settled(one) || inReview(one),
    );
    expect(outcome?.state).toBeNull();
    expect(files.map((file) => file.kind)).not.toContain('cdr');
  },
);

test('a foreign factura of the same client differs by the digest in its CDR', async () => {
  const sender = await aSender(testEnvironment.db, { consult: false });
  const name = `${sender.ruc}-01-F001-1`;
  await testEnvironment.controlSimulator('ajenos', {
    documento: name,
    cliente: '20601234561',
    total: '59.00',
    huella: 'b3RyYSBodWVsbGEsIG5vIGxhIG51ZXN0cmE=',
  });
  await testEnvironment.controlSimulator('siguiente', {
    resultado: 'corte-antes',
    documento: name,
  });
  const id = await testEnvironment.issue(sender, 'factura');
  const { outcome, files } = await testEnvironment.until(
    id,
    (one) => settled(one) || inReview(one),
  );
  expect(outcome?.state).toBeNull();
  expect(files.map((file) => file.kind)).not.toContain('cdr');
  expect(await openEmission(id)).toMatchObject({ review_reason: 'foreign_number' });
});

test('a foreign factura of the same client differs by its total, when queried', async () => {
  const sender = await aSender(testEnvironment.db);
  const name = `${sender.ruc}-01-F001-1`;
  await testEnvironment.controlSimulator('ajenos', {
    documento: name,
    cliente: '20601234561',
    total: '42.00',
  });
  await testEnvironment.controlSimulator('siguiente', {
    resultado: 'corte-antes',
    documento: name,
  });
  const id = await testEnvironment.issue(sender, 'factura');
  const { outcome, files } = await testEnvironment.until(
    id,
    (one) => settled(one) || inReview(one),
  );
  expect(outcome?.state).toBeNull();
  expect(files.map((file) => file.kind)).not.toContain('cdr');
});

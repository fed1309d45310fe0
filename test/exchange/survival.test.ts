/**
 * Tests what becomes of a document when its worker crashes, freezes or runs beside another, and
 * when its business cannot send.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  countBacklog,
  keepPendingCdr,
  listStuckDocuments,
  resumeDocument,
  timeline,
} from '@rafaga/db';
import { readCdr } from '@rafaga/engine';
import { createFolderStore } from '@rafaga/storage';
import type { Checkpoint } from '@rafaga/worker';
import { Redis } from 'ioredis';
import { corruptFile } from '../support/packedFile.js';
import {
  aSender,
  giveAccess,
  giveCertificate,
  issue,
  makeDue,
  type Sender,
} from '../support/senders.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';
import { resolvedByTwo } from './twoPersons.js';

let testEnvironment: TestEnvironment;
let sender: Sender;
/** Called when a document gets to a checkpoint, by checkpoint and id. */
const stops = new Map<string, () => Promise<void> | void>();
const claimedByFirst = new Set<number>();
const stopAt = (checkpoint: Checkpoint, id: number, what: () => Promise<void> | void) =>
  stops.set(`${checkpoint} ${id}`, what);

beforeAll(async () => {
  testEnvironment = await startEnvironment();
  sender = await aSender(testEnvironment.db);
  await testEnvironment.work({
    checkpoint: (checkpoint, id) => {
      if (checkpoint === 'claimed') claimedByFirst.add(id);
      return stops.get(`${checkpoint} ${id}`)?.();
    },
  });
});
afterAll(() => testEnvironment.stop());

/**
 * Attempts that never end stand for crashed workers. After the test they go on, find that their
 * leases are lost, and change nothing.
 */
const resumes: (() => void)[] = [];
const crashes = () => new Promise<void>((resolve) => void resumes.push(resolve));
afterEach(() => {
  for (const resume of resumes.splice(0)) resume();
});

const name = ({ series, number, kind }: { series: string; number: number; kind: string }) =>
  `${sender.ruc}-${kind === 'factura' ? '01' : '03'}-${series}-${number}`;

/** Ends the lease, as if its minute had passed. */
const expire = (id: number) =>
  testEnvironment.db.pool.query(
    `UPDATE emissions SET lease_until = now() - interval '1 second', next_at = now() WHERE ` +
      `document_id = $1`,
    [id],
  );

/** The document among those that do not move. */
const stuck = async (id: number) =>
  (await listStuckDocuments(testEnvironment.db, { scope: sender.id })).find(
    ({ documentId }) => documentId === id,
  );

/** Issues a document and sets where its worker stops, before any worker can claim it. */
async function issuedToStop(
  kind: 'boleta' | 'factura',
  checkpoint: Checkpoint,
  what: () => Promise<void> | void,
): Promise<number> {
  const id = await issue(testEnvironment.db, sender, kind);
  stopAt(checkpoint, id, what);
  await makeDue(testEnvironment.db, [id]);
  return id;
}

/** Resolves when a worker has stopped at the checkpoint. */
async function stoppedAt(
  kind: 'boleta' | 'factura',
  checkpoint: Checkpoint,
  then: () => Promise<void>,
): Promise<number> {
  let id = 0;
  await new Promise<void>((resolve) => {
    void issuedToStop(kind, checkpoint, () => {
      resolve();
      return then();
    }).then((issued) => {
      id = issued;
    });
  });
  return waitFor('the id of the issued document', () => id || undefined, { everyMs: 1 });
}

test.each(['signed', 'intended'] as const)(
  'a worker that crashes when the document is %s leaves it to another, which sends it once',
  async (checkpoint) => {
    const id = await stoppedAt('factura', checkpoint, crashes);
    stops.clear();
    await expire(id);
    const document = await testEnvironment.until(id, settled);
    expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
    expect(await testEnvironment.received(name(document))).toHaveLength(1);
  },
);

test.each(['answered', 'kept'] as const)(
  'after a crash when the answer is %s, the document is not sent twice',
  async (checkpoint) => {
    const id = await stoppedAt('factura', checkpoint, crashes);
    stops.clear();
    await expire(id);
    const document = await testEnvironment.until(id, settled);
    expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
    expect(document.files.map((file) => file.kind)).toContain('cdr');
    expect(await testEnvironment.received(name(document))).toHaveLength(1);
  },
);

test('a damaged ZIP that cannot be made again is not sent, until it is restored', async () => {
  const id = await stoppedAt('boleta', 'intended', crashes);
  stops.clear();
  // as after an update that writes another XML
  await testEnvironment.db.pool.query(
    `UPDATE outcomes SET issuer = jsonb_set(issuer, '{legalName}', '"Otra S.A.C."')
      WHERE document_id = $1`,
    [id],
  );
  const { objectKey } =
    (await testEnvironment.until(id, () => true)).files.find(({ kind }) => kind === 'zip') ?? {};
  await corruptFile(testEnvironment.filesDir, objectKey as string);
  await expire(id);
  const document = await testEnvironment.until(id, inReview);
  expect(await testEnvironment.received(name(document))).toEqual([]);
  expect(await stuck(id)).toMatchObject({
    reviewReason: 'broken',
    lastError: expect.stringContaining('no está como se guardó'),
  });
  await corruptFile(testEnvironment.filesDir, objectKey as string);
  await resumeDocument(
    testEnvironment.db,
    { actor: 'ana', reason: 'se recuperó del respaldo' },
    id,
  );
  expect((await testEnvironment.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
  expect(await testEnvironment.received(name(document))).toHaveLength(1);
});

test('a boleta with a CDR in the store is settled by it, and no service is queried', async () => {
  const id = await stoppedAt('boleta', 'kept', crashes);
  stops.clear();
  await expire(id);
  const document = await testEnvironment.until(id, settled);
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
  const cdr = document.files.find(({ kind }) => kind === 'cdr');
  const zip = await createFolderStore(testEnvironment.filesDir).get(
    cdr?.objectKey ?? '',
    cdr?.sha256,
  );
  const [kind, series, number] = ['03', document.series, document.number] as const;
  expect(readCdr(zip, { ruc: sender.ruc, type: kind, series, number })).toMatchObject({
    code: '0',
  });
  expect(await testEnvironment.received(name(document))).toHaveLength(1);
  expect((await timeline(testEnvironment.db, id)).map(({ step }) => step)).not.toContain('asked');
});

test.each([
  ['damaged', 1, (zip: string) => zip],
  ['missing for ten attempts', 10, (zip: string) => zip.replace('packs/', 'packs/none')],
])('when a stored CDR is %s, SUNAT is asked for it again', async (_, attempts, place) => {
  const { db } = testEnvironment;
  const id = await stoppedAt('factura', 'answered', crashes);
  stops.clear();
  const { files } = await testEnvironment.until(id, () => true);
  const { objectKey = '' } = files.find(({ kind }) => kind === 'zip') ?? {};
  const file = { sha256: Buffer.alloc(32), bytes: 1, objectKey: place(objectKey) };
  const fence = { documentId: id, businessId: sender.id, attempt: 1, worker: 'w1' };
  const content = { state: 'accepted', code: '0', description: 'aceptada', notes: [] } as const;
  expect(await keepPendingCdr(db, fence, file, content)).toBe(true);
  await db.pool.query('UPDATE emissions SET attempts = $2 WHERE document_id = $1', [id, attempts]);
  await expire(id);
  const document = await testEnvironment.until(id, settled);
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
  expect(document.files.map(({ kind }) => kind)).toContain('cdr');
  expect(await testEnvironment.received(name(document))).toHaveLength(1);
  expect((await timeline(db, id)).map(({ step }) => step)).toContain('asked');
});

test('a frozen worker that continues late changes nothing, and its answer is noted', async () => {
  let thaw = () => {};
  const frozen = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  const id = await stoppedAt('factura', 'answered', () => frozen);
  stops.clear();
  await expire(id);
  const before = await testEnvironment.until(id, settled);
  thaw();
  await waitFor(`the late answer of document ${id}`, async () =>
    (await timeline(testEnvironment.db, id)).some(({ step }) => step === 'late'),
  );
  const after = await testEnvironment.until(id, settled);
  expect(after).toEqual(before);
  const late = (await timeline(testEnvironment.db, id)).find(({ step }) => step === 'late');
  expect(late).toMatchObject({ code: '0', detail: expect.stringContaining('R-'), attempt: 1 });
});

test('a sale that this version totals otherwise waits for one that totals it alike', async () => {
  const { db } = testEnvironment;
  const setTotal = (id: number, change: string) =>
    db.pool.query(
      `BEGIN; SET LOCAL session_replication_role = replica;
        UPDATE documents SET total = total ${change} WHERE id = ${id}; COMMIT`,
    );
  const id = await issue(db, sender, 'factura');
  await setTotal(id, '+ 0.01');
  await makeDue(db, [id]);
  const document = await testEnvironment.until(id, inReview);
  expect(document.files).toEqual([]);
  expect(await testEnvironment.received(name(document))).toEqual([]);
  expect((await stuck(id))?.lastError).toMatch(/se emitió por 59\.01 .* en 59\.00/);
  await setTotal(id, '- 0.01');
  await resumeDocument(db, { actor: 'ana', reason: 'se volvió a la versión anterior' }, id);
  expect((await testEnvironment.until(id, settled)).outcome?.state).toBe('accepted');
});

test('a document that crashes three attempts in a row goes to review', async () => {
  const id = await issuedToStop('boleta', 'claimed', crashes);
  for (let crash = 1; crash <= 3; crash++) {
    await testEnvironment.until(id, () => true);
    await waitFor(`attempt ${crash} of document ${id}`, async () =>
      (await timeline(testEnvironment.db, id)).some(
        ({ step, attempt }) => step === 'taken' && attempt === crash,
      ),
    );
    if (crash === 3) stops.clear();
    await expire(id);
  }
  await testEnvironment.until(id, inReview);
  expect(await stuck(id)).toMatchObject({
    reason: 'review',
    reviewReason: 'crashes',
    attempts: 4,
  });
  const by = { actor: 'ana', reason: 'se arregló' };
  expect(await resumeDocument(testEnvironment.db, by, id)).toBe(true);
  await testEnvironment.until(id, settled);
  expect(await resumeDocument(testEnvironment.db, by, id)).toBe(false);
  expect((await timeline(testEnvironment.db, id)).map(({ step }) => step)).toContain('resumed');
});

test.each(['rejected', 'accepted'] as const)(
  'two persons resolve a review as %s, and both are recorded',
  async (as) => {
    const id = await testEnvironment.issue(sender, 'factura', '20999999014');
    await testEnvironment.until(id, inReview);
    const reason = 'SUNAT lo tiene a nombre de otro sistema';
    await resolvedByTwo(testEnvironment.db, id, as, reason);
    await expect(resolvedByTwo(testEnvironment.db, id, 'discarded', reason)).rejects.toThrow(
      'cannot',
    );
    const document = await testEnvironment.until(id, settled);
    expect(document.outcome).toMatchObject({ state: as, code: '1033' });
    expect(document.reference.state).toBe('finished');
    const { rows } = await testEnvironment.db.pool.query(
      `SELECT actor, action, reason FROM audit WHERE document_id = $1 AND after ->> 'as' = $2 ` +
        `ORDER BY id`,
      [id, as],
    );
    const [proposer, approver] = [rows[0]?.actor, rows[1]?.actor];
    expect(rows).toEqual([
      { actor: proposer, action: 'proposal.add', reason },
      { actor: approver, action: 'proposal.approve', reason: null },
      { actor: approver, action: 'document.resolve', reason },
    ]);
    expect(approver).not.toBe(proposer);
  },
);

test('a wrong password pauses only its business, until it is corrected', async () => {
  const wrong = await aSender(testEnvironment.db);
  const [first] = await testEnvironment.issueAll(wrong, 'boleta', [
    '99990023',
    '45678912',
    '45678913',
  ]);
  const paused = async () =>
    (await testEnvironment.db.prisma.business.findUniqueOrThrow({ where: { id: wrong.id } }))
      .pauseReason;
  expect(await waitFor('the pause of the business', paused)).toMatch(/^0102: /);
  const other = await testEnvironment.issue(sender, 'boleta');
  await testEnvironment.until(other, settled);
  expect(
    (await listStuckDocuments(testEnvironment.db, { scope: wrong.id })).map(({ reason }) => reason),
  ).toContain('paused');
  const refused = await waitFor('the answer in the timeline', async () =>
    (await timeline(testEnvironment.db, first as number)).find(({ code }) => code === '0102'),
  );
  expect(refused).toMatchObject({
    step: 'waiting',
    detail: expect.stringMatching(/^paused: 0102/),
  });
  await giveAccess(testEnvironment.db, wrong.id);
  const document = await testEnvironment.until(first as number, settled);
  expect(document.outcome?.state).toBe('accepted');
  expect(await paused()).toBeNull();
});

test.each([
  ['no certificate', { certificate: false }, /Falta el certificado/],
  ['an expired certificate', { certificate: { notAfter: new Date(Date.now() - 1_000) } }, /venció/],
  ['no SOL user', { access: false }, /Faltan el usuario y la clave SOL/],
] as const)(
  'a business with %s waits with the reason, and goes on when that is corrected',
  async (_what, options, why) => {
    const lacking = await aSender(testEnvironment.db, options);
    const id = await testEnvironment.issue(lacking, 'boleta');
    const where = { id: lacking.id };
    const paused = async () =>
      (await testEnvironment.db.prisma.business.findUniqueOrThrow({ where })).pauseReason;
    expect(await waitFor('the pause of the business', paused)).toMatch(why);
    await giveCertificate(testEnvironment.db, lacking.id);
    await giveAccess(testEnvironment.db, lacking.id);
    expect((await testEnvironment.until(id, settled)).outcome?.state).toBe('accepted');
  },
);

test('documents are signed while the authority is down, and sent when it recovers', async () => {
  await testEnvironment.controlSimulator('caida', { modo: 'corte', servicios: ['envio'] });
  const ids = await testEnvironment.issueAll(sender, 'boleta', Array(12).fill('45678912'));
  for (const id of ids)
    await testEnvironment.until(id, ({ files }) => files.some((file) => file.kind === 'xml'));
  await testEnvironment.controlSimulator('normal', {});
  for (const id of ids)
    expect((await testEnvironment.until(id, settled)).outcome?.state).toBe('accepted');
});

test('documents are sent once although Redis is emptied', async () => {
  const redis = new Redis(testEnvironment.redisUrl);
  const ids = await testEnvironment.issueAll(sender, 'boleta', Array(60).fill('45678912'));
  for (let i = 0; i < 3; i++) {
    await redis.flushdb();
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  redis.disconnect();
  for (const id of ids) {
    const document = await testEnvironment.until(id, settled);
    expect(await testEnvironment.received(name(document))).toHaveLength(1);
  }
});

test('two workers share the work, and one that is stopped leaves no claimed document', async () => {
  const bySecond = new Set<number>();
  const second = await testEnvironment.work({
    checkpoint: (checkpoint, id) => void (checkpoint === 'claimed' && bySecond.add(id)),
  });
  // slow enough that one worker cannot claim everything before the other has begun
  await testEnvironment.controlSimulator('latencia', { ms: 100 });
  const ids = await testEnvironment.issueAll(sender, 'factura', Array(60).fill('20601234561'));
  const byFirst = () => ids.filter((id) => claimedByFirst.has(id));
  await waitFor(
    'both workers to have claimed documents',
    () => byFirst().length > 0 && bySecond.size > 0,
  );
  await second.stop();
  for (const id of ids) {
    const document = await testEnvironment.until(id, settled);
    expect(await testEnvironment.received(name(document))).toHaveLength(1);
  }
  // documents that the second worker did not finish are claimed by the first
  expect(new Set([...byFirst(), ...bySecond])).toEqual(new Set(ids));
  expect((await countBacklog(testEnvironment.db)).held).toBe(0);
  await testEnvironment.controlSimulator('normal', {});
});

test('a business with many documents does not delay another business', async () => {
  const small = await aSender(testEnvironment.db);
  await testEnvironment.controlSimulator('latencia', { ms: 20 });
  const flood = await testEnvironment.issueAll(sender, 'boleta', Array(200).fill('45678912'));
  const [little] = await testEnvironment.issueAll(small, 'boleta', ['45678912']);
  const { outcome } = await testEnvironment.until(little as number, settled);
  const left = await testEnvironment.db.pool.query(
    'SELECT count(*)::int AS count FROM emissions WHERE business_id = $1',
    [sender.id],
  );
  expect(outcome?.state).toBe('accepted');
  expect(left.rows[0].count).toBeGreaterThan(flood.length / 4);
  await testEnvironment.controlSimulator('normal', {});
});

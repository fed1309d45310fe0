/** Tests what pauses the sending of a business, and what does not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Claim,
  claim,
  countBacklog,
  countOpen,
  findBusiness,
  holdBusiness,
  listStuckDocuments,
  pauseQueue,
  resumeBusiness,
  resumeQueue,
} from '@rafaga/db';
import { keepAccess } from '@rafaga/operations/business';
import { countQueues, createRedis, setPaused } from '@rafaga/queue';
import { createVault } from '@rafaga/secrets';
import type { Checkpoint } from '@rafaga/worker';
import type { TerminalDecision } from '../../apps/worker/src/decisions/decision.js';
import { probing } from '../../apps/worker/src/exchange/probing.js';
import { aSender, giveAccess, giveCertificate } from '../support/senders.js';
import { SECRET_KEYS, testLog } from '../support/settings.js';
import { createTenant } from '../support/tenant.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let testEnvironment: TestEnvironment;
const BY = { actor: 'test', reason: 'lo detuvo Ana' };
/** Called when SUNAT has answered a send. */
let answered: ((documentId: number) => Promise<void>) | undefined;

beforeAll(async () => {
  testEnvironment = await startEnvironment();
  await testEnvironment.work({
    checkpoint: (checkpoint: Checkpoint, id) =>
      checkpoint === 'answered' ? answered?.(id) : undefined,
  });
});
afterAll(() => testEnvironment.stop());

test("an operator's pause is not shortened by the fault of a send that was under way", async () => {
  const sender = await aSender(testEnvironment.db);
  let calls = 0;
  answered = async () => {
    calls += 1;
    if (calls === 1) await holdBusiness(testEnvironment.db, BY, sender.id);
  };
  // 0102: its own pause would be thirty minutes
  const id = await testEnvironment.issue(sender, 'boleta', '99990023');
  await testEnvironment.until(id, () => calls > 0);
  await expectRefused(id);
  expect(await findBusiness(testEnvironment.db, sender.ruc)).toMatchObject({
    pausedUntil: new Date('9999-12-31T00:00:00Z'),
    pauseReason: 'lo detuvo Ana',
  });
  await resumeBusiness(testEnvironment.db, BY, sender.id);
  expect((await testEnvironment.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
});

test('while its business is paused, a document can be printed, and is not sent', async () => {
  answered = undefined;
  const { db } = testEnvironment;
  const business = await createTenant(db);
  const api = await testEnvironment.api();
  await holdBusiness(db, BY, business.id);
  const { id } = (await api.boleta(business.credentials)).json.datos;
  const read = (end: string) => api.get(`/v1/boletas/${id}${end}`, business.credentials);
  await waitFor('its PDF', async () => (await read('/pdf')).status === 200);
  const xml = await read('/xml');
  expect(xml.status).toBe(200);
  await expectRefused(id);
  expect((await read('')).json.datos.fiscal).toMatchObject({ estado: 'pendiente' });
  expect(await claim(db, id, 'another worker')).toBeUndefined();
  const name = `${business.ruc}-03-B001-1`;
  expect(await testEnvironment.received(name)).toEqual([]);
  const [stuck] = await listStuckDocuments(db, { scope: business.id, limit: 1 });
  expect(stuck).toMatchObject({ reason: 'paused', lastError: null });
  await resumeBusiness(db, BY, business.id);
  expect((await testEnvironment.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
  expect(await testEnvironment.received(name)).toHaveLength(1);
  expect((await read('/xml')).bytes).toEqual(xml.bytes);
});

test('a pause signs also what lost its job, began it, or had no certificate', async () => {
  answered = undefined;
  const { db } = testEnvironment;
  const lost = await aSender(db);
  await holdBusiness(db, BY, lost.id);
  const ids = await testEnvironment.issueAll(lost, 'boleta', Array(3).fill('12345678'));
  const lacking = await aSender(db, { access: false });
  ids.push(await testEnvironment.issue(lacking, 'boleta'));
  const late = await aSender(db, { certificate: false });
  await holdBusiness(db, BY, late.id);
  ids.push(await testEnvironment.issue(late, 'boleta'));
  await expectRefused(ids.at(-1) as number);
  await giveCertificate(db, late.id);
  for (const id of ids) await testEnvironment.until(id, ({ files }) => files.length > 0);
  for (const { id } of [lost, late]) await resumeBusiness(db, BY, id);
  await giveAccess(db, lacking.id);
  for (const { outcome } of await testEnvironment.untilEnded(ids))
    expect(outcome).toMatchObject({ state: 'accepted' });
});

test('nothing is signed with a certificate that SUNAT refused or that has expired', async () => {
  answered = undefined;
  const { db } = testEnvironment;
  const refused = await aSender(db);
  await db.pool.query('UPDATE businesses SET certificate_refused_at = now() WHERE id = $1', [
    refused.id,
  ]);
  const expired = await aSender(db);
  await db.pool.query(
    `UPDATE certificates SET not_after = now() - interval '1 s' WHERE business_id = $1`,
    [expired.id],
  );
  for (const [sender, reason] of [
    [refused, /rechazó el certificado/],
    [expired, /venció/],
  ] as const) {
    await holdBusiness(db, BY, sender.id);
    const id = await testEnvironment.issue(sender, 'boleta');
    await expectRefused(id);
    const { rows } = await db.pool.query(
      'SELECT stage, attempts, last_error FROM emissions WHERE document_id = $1',
      [id],
    );
    expect(rows).toEqual([
      { stage: 'recorded', attempts: 0, last_error: expect.stringMatching(reason) },
    ]);
  }
  // the next certificate signs it, also while the pause lasts
  await giveCertificate(db, refused.id);
  const next = await testEnvironment.issue(refused, 'boleta');
  await testEnvironment.until(next, ({ files }) => files.length > 0);
});

test('one refused signature retires its document; a second one pauses the business', async () => {
  answered = undefined;
  const sender = await aSender(testEnvironment.db);
  const refuse = (number: number) => {
    const documento = `${sender.ruc}-03-B001-${number}`;
    // a fault on a shared connection is repeated on a connection of its own
    return testEnvironment.controlSimulator('siguiente', {
      resultado: 'excepcion',
      codigo: '2335',
      documento,
      veces: 2,
    });
  };
  const paused = async () =>
    (await findBusiness(testEnvironment.db, sender.ruc))?.pauseReason ?? null;
  const issue = () => testEnvironment.issue(sender, 'boleta');
  await refuse(1);
  await testEnvironment.until(await issue(), inReview);
  expect((await testEnvironment.until(await issue(), settled)).outcome).toMatchObject({
    state: 'accepted',
  });
  // after the acceptance in between, the certificate counts as good
  await waitFor('the certificate to sign what a pause holds', async () => {
    const { rows } = await testEnvironment.db.pool.query(
      'SELECT certificate_refused_at FROM businesses WHERE id = $1',
      [sender.id],
    );
    return rows[0]?.certificate_refused_at === null;
  });
  await refuse(3);
  await testEnvironment.until(await issue(), inReview);
  expect(await paused()).toBeNull();
  await refuse(4);
  await testEnvironment.until(await issue(), inReview);
  expect(await paused()).toMatch(/^2335: /);
});

test('after a wrong password, the others wait for one document that SUNAT admits', async () => {
  answered = undefined;
  const { db } = testEnvironment;
  const sender = await aSender(db);
  const wrong = { resultado: 'clave-mala', ruc: sender.ruc, veces: 1_000 };
  await testEnvironment.controlSimulator('siguiente', wrong);
  const first = await testEnvironment.issue(sender, 'boleta');
  await expectRefused(first);
  const others = await testEnvironment.issueAll(sender, 'boleta', Array(12).fill('12345678'));
  await resumeBusiness(db, BY, sender.id);
  await waitFor('the business to be paused again', async () => {
    const pausedUntil = (await findBusiness(db, sender.ruc))?.pausedUntil;
    return pausedUntil != null && pausedUntil > new Date();
  });
  const receipts = await Promise.all(
    Array.from({ length: 13 }, (_, n) =>
      testEnvironment.received(`${sender.ruc}-03-B001-${n + 1}`),
    ),
  );
  // the one before the pause, and the one that went first
  expect(receipts.filter((each) => each.length > 0).length).toBeLessThanOrEqual(2);
  await testEnvironment.controlSimulator('normal', {});
  await resumeBusiness(db, BY, sender.id);
  for (const { outcome } of await testEnvironment.untilEnded([first, ...others]))
    expect(outcome).toMatchObject({ state: 'accepted' });
});

test('only an answer of SUNAT ends the probe of a business, no stored CDR', async () => {
  const { db } = testEnvironment;
  const sender = await aSender(db);
  await resumeBusiness(db, BY, sender.id);
  const claim = { businessId: sender.id, business: { probes: true } } as Claim;
  const probedBy = async (found: object) => {
    const settled = { do: 'settle', evidence: 'cdr', ...found } as TerminalDecision;
    await probing({ db, log: testLog('worker') }, claim, async () => settled);
    return (await findBusiness(db, sender.ruc))?.probeAt;
  };
  expect(await probedBy({})).toEqual(new Date(0));
  expect(await probedBy({ signal: 'failure' })).toEqual(new Date(0));
  expect(await probedBy({ signal: 'success' })).toBeNull();
});

test('a paused queue stays paused when Redis is emptied', async () => {
  answered = undefined;
  const { db, redisUrl } = testEnvironment;
  const sender = await aSender(db);
  await pauseQueue(db, BY, 'emit');
  await setPaused(redisUrl, 'emit', { paused: true });
  const ids = [await testEnvironment.issue(sender, 'boleta')];
  const redis = createRedis(redisUrl, 'blocking');
  await redis.flushdb();
  redis.disconnect();
  // its job is in a queue that Redis may not know to be paused
  ids.push(await testEnvironment.issue(sender, 'boleta'));
  await waitFor('a worker to pause the queue in Redis again', async () => {
    const { emit } = await countQueues(redisUrl);
    return emit.paused;
  });
  for (const id of ids) {
    expect(await claim(db, id, 'another worker')).toBeUndefined();
  }
  await setPaused(redisUrl, 'emit', { paused: false });
  await resumeQueue(db, BY, 'emit');
  for (const { outcome } of await testEnvironment.untilEnded(ids))
    expect(outcome).toMatchObject({ state: 'accepted' });
});

/** A server that a person who writes to the database would like to get the password. */
async function startThief() {
  const calls: string[] = [];
  const server = createServer((req, res) => {
    calls.push(req.url ?? '');
    res.writeHead(500).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, calls, stop: () => server.close() };
}

test('the SOL password goes to no address for which it was not stored', async () => {
  answered = undefined;
  const { db, simulatorUrl } = testEnvironment;
  const sender = await aSender(db);
  // sealed by an earlier program: it is bound to where it is used first
  await testEnvironment.until(await testEnvironment.issue(sender, 'boleta'), settled);
  const { origin, calls, stop } = await startThief();
  /** What a person can do who writes to the database. */
  const redirect = (url: string) =>
    db.pool.query(`UPDATE businesses SET authority = 'custom', bill_url = $2 WHERE id = $1`, [
      sender.id,
      url,
    ]);
  await redirect(`${origin}/bill`);
  const id = await testEnvironment.issue(sender, 'boleta');
  await expectRefused(id);
  expect((await findBusiness(db, sender.ruc))?.pauseReason).toBe(
    `La clave SOL se guardó para SUNAT y los comprobantes van ahora a ${origin}: ` +
      'guarda otra vez el usuario y la clave SOL para enviarlos ahí.',
  );
  // what a pause holds is old, and no work that waits for a worker
  expect((await countBacklog(db)).oldest).toEqual(expect.any(Date));
  expect((await countOpen(db)).filter(({ oldestDue }) => oldestDue)).toEqual([]);
  // stored by a person for the address of now, it goes there and nowhere else
  const services = `${simulatorUrl}/ol-ti-itcpfegem/billService`;
  await redirect(services);
  const vault = createVault(SECRET_KEYS);
  await keepAccess(db, BY, vault, sender.id, { user: 'MODDATOS', password: 'moddatos' });
  await resumeBusiness(db, BY, sender.id);
  const own = await testEnvironment.issue(sender, 'boleta');
  expect((await testEnvironment.until(own, settled)).outcome).toMatchObject({ state: 'accepted' });
  await redirect(`${origin}/bill`);
  await db.pool.query('UPDATE accesses SET destination = NULL WHERE business_id = $1', [sender.id]);
  const other = await testEnvironment.issue(sender, 'boleta');
  await waitFor('the attempt to fail', async () => {
    const { rows } = await db.pool.query(
      'SELECT last_error FROM emissions WHERE document_id = $1',
      [other],
    );
    return rows[0]?.last_error?.includes('no se puede abrir');
  });
  expect(calls).toEqual([]);
  stop();
});

/** Waits until the document waits for its paused business. */
const expectRefused = (id: number) =>
  waitFor(`document ${id} to wait with its business`, async () => {
    const { rows } = await testEnvironment.db.pool.query(
      'SELECT retry_class FROM emissions WHERE document_id = $1',
      [id],
    );
    return rows[0]?.retry_class === 'paused';
  });

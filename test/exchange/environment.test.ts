/**
 * Tests a change from the simulator to a real authority: no document that was issued for the
 * simulator is sent there, unless two persons decide so.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addSeries,
  addUser,
  approveProposal,
  type BusinessData,
  countPending,
  DocumentsPending,
  findSummary,
  holdBusiness,
  openDocument,
  propose,
  resumeBusiness,
  targetOf,
  updateBusiness,
} from '@rafaga/db';
import { startSimulator } from '@rafaga/simulator';
import { KEEP_NOWHERE } from '../../packages/db/testing/aDocument.js';
import { aSender, giveAccess, type Sender } from '../support/senders.js';
import {
  inReview,
  type Receipt,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

const BY = { actor: 'test' };
let testEnvironment: TestEnvironment;
let sunat: Awaited<ReturnType<typeof startSimulator>>;
let folder: string;
let silent: Server;
beforeAll(async () => {
  testEnvironment = await startEnvironment();
  folder = await mkdtemp(path.join(tmpdir(), 'rafaga-environment-'));
  sunat = await startSimulator({ host: '127.0.0.1', port: 0, folder, strict: true });
  // accepts connections and never answers
  silent = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await testEnvironment.stop();
  await sunat.stop();
  silent.close();
  await rm(folder, { recursive: true });
});

const real = (): BusinessData & { authority: 'custom' } => ({
  authority: 'custom',
  billUrl: `${sunat.url}/ol-ti-itcpfegem/billService`,
  consultUrl: `${sunat.url}/ol-it-wsconscpegem/billConsultService`,
});

/** The documents of a business that the real authority received. */
async function registered({ ruc }: Sender): Promise<string[]> {
  const receipts = (await (await fetch(`${sunat.url}/control/ledger`)).json()) as Receipt[];
  return receipts.flatMap(({ document }) => (document?.startsWith(ruc) ? [document] : []));
}

async function takenOver(businessId: number): Promise<void> {
  const person = async (name: string) => {
    const { id } = await addUser(testEnvironment.db, BY, {
      email: `${name}-${businessId}@prueba.pe`,
      name,
      role: 'operator',
    });
    return { actor: `panel:${name}`, userId: id, reason: 'el simulador se retiró' };
  };
  const what = { action: 'environment.change', businessId, ...targetOf(real()) } as const;
  const id = await propose(testEnvironment.db, await person('ana'), what);
  await approveProposal(testEnvironment.db, await person('luis'), id, KEEP_NOWHERE);
}

/** Issues documents, and waits until each was tried at a simulator that cannot be reached. */
async function triedInVain(sender: Sender, count: number, unreachable: string): Promise<number[]> {
  const worker = await testEnvironment.work({}, { simulatorUrl: unreachable });
  const ids = await testEnvironment.issueAll(sender, 'boleta', Array(count).fill('45678912'));
  for (const id of ids)
    await waitFor(
      `document ${id} to be tried`,
      async () => (await findSummary(testEnvironment.db, id))?.emission?.waitClass != null,
    );
  await worker.stop();
  return ids;
}

test('documents that wait for the simulator block a change until two persons decide', async () => {
  const sender = await aSender(testEnvironment.db, { consult: false });
  const ids = await triedInVain(sender, 3, 'http://127.0.0.1:9');
  await expect(updateBusiness(testEnvironment.db, BY, sender.id, real())).rejects.toThrow(
    DocumentsPending,
  );
  expect(await countPending(testEnvironment.db, sender.id)).toEqual({
    documents: 3,
    maybeSent: 0,
  });
  await takenOver(sender.id);
  await giveAccess(testEnvironment.db, sender.id);
  const worker = await testEnvironment.work();
  for (const id of ids) {
    const document = await testEnvironment.until(id, settled);
    expect([document.environment, document.outcome?.state]).toEqual(['production', 'accepted']);
  }
  await worker.stop();
  expect((await registered(sender)).sort()).toEqual(
    [1, 2, 3].map((number) => `${sender.ruc}-03-B001-${number}`),
  );
});

test('what was signed in a pause moves as it is, and waits there for its end', async () => {
  const { db } = testEnvironment;
  const sender = await aSender(db, { consult: false });
  const worker = await testEnvironment.work();
  await holdBusiness(db, BY, sender.id);
  const id = await testEnvironment.issue(sender, 'boleta');
  const { files } = await testEnvironment.until(id, ({ files: kept }) => kept.length > 0);
  await takenOver(sender.id);
  await giveAccess(db, sender.id);
  const unsigned = await testEnvironment.issue(sender, 'boleta');
  await testEnvironment.until(unsigned, ({ files: kept }) => kept.length > 0);
  expect(await registered(sender)).toEqual([]);
  await resumeBusiness(db, BY, sender.id);
  const ended = await testEnvironment.until(id, settled);
  expect(ended).toMatchObject({ environment: 'production', outcome: { state: 'accepted' } });
  expect(ended.files).toEqual(expect.arrayContaining(files));
  await testEnvironment.until(unsigned, settled);
  await worker.stop();
  expect((await registered(sender)).sort()).toEqual(
    [1, 2].map((number) => `${sender.ruc}-03-B001-${number}`),
  );
});

test('a document that the simulator may have goes to review and is not sent again', async () => {
  const sender = await aSender(testEnvironment.db, { consult: false });
  const { port } = silent.address() as { port: number };
  const [id] = (await triedInVain(sender, 1, `http://127.0.0.1:${port}`)) as [number];
  await takenOver(sender.id);
  await giveAccess(testEnvironment.db, sender.id);
  const worker = await testEnvironment.work();
  await addSeries(testEnvironment.db, BY, sender.id, 'B001');
  const [next] = (await testEnvironment.issueAll(sender, 'boleta', ['45678912'])) as [number];
  await testEnvironment.until(next, settled);
  expect(await testEnvironment.until(id, inReview)).toMatchObject({
    environment: 'simulator',
    number: 1,
  });
  await worker.stop();
  // the new environment counts its own numbers
  expect(await openDocument(testEnvironment.db, next)).toMatchObject({
    environment: 'production',
    number: 1,
  });
  expect(await registered(sender)).toEqual([`${sender.ruc}-03-B001-1`]);
});

test('no worker sends a document to another authority than it was issued for', async () => {
  const sender = await aSender(testEnvironment.db, { consult: false });
  const ids = await testEnvironment.issueAll(sender, 'boleta', ['45678912', '45678912']);
  const { billUrl, consultUrl } = real();
  await testEnvironment.db.pool.query(
    `UPDATE businesses SET authority = 'custom', environment = 'production', bill_url = $2,
      consult_url = $3 WHERE id = $1`,
    [sender.id, billUrl, consultUrl],
  );
  await addSeries(testEnvironment.db, BY, sender.id, 'B001');
  const worker = await testEnvironment.work();
  const [own] = (await testEnvironment.issueAll(sender, 'boleta', ['45678912'])) as [number];
  await testEnvironment.until(own, settled);
  await worker.stop();
  for (const id of ids)
    expect((await openDocument(testEnvironment.db, id))?.outcome).toBeUndefined();
  expect(await registered(sender)).toEqual([`${sender.ruc}-03-B001-1`]);
});

test('a document that the simulator accepted stays simulated after the change', async () => {
  const sender = await aSender(testEnvironment.db, { consult: false });
  const worker = await testEnvironment.work();
  const id = await testEnvironment.issue(sender, 'boleta');
  await testEnvironment.until(id, settled);
  await updateBusiness(testEnvironment.db, BY, sender.id, real());
  await giveAccess(testEnvironment.db, sender.id);
  await expect(testEnvironment.issue(sender, 'boleta')).rejects.toThrow('series_closed');
  await addSeries(testEnvironment.db, BY, sender.id, 'B001', 101);
  const next = await testEnvironment.until(await testEnvironment.issue(sender, 'boleta'), settled);
  await worker.stop();
  expect(next).toMatchObject({
    environment: 'production',
    number: 101,
    outcome: { state: 'accepted' },
  });
  expect(await openDocument(testEnvironment.db, id)).toMatchObject({
    environment: 'simulator',
    number: 1,
    outcome: { state: 'accepted' },
  });
  expect(await registered(sender)).toEqual([`${sender.ruc}-03-B001-101`]);
});

/** The lease of a bulk operation: one runner at a time, and none that lost it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addUser,
  approveOperation,
  beginRestoration,
  claimOperation,
  createIssuance,
  createOperation,
  type KeepDecision,
  type OperationLease,
  operationProgress,
  pauseOperation,
  releaseOperation,
  stepOperation,
} from '@rafaga/db';
import { aBusiness, aDocument, KEEP_NOWHERE } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { type OwnServers, ownServers } from '../support/servers.js';

let servers: OwnServers;
let db: TestDb;
let businessId: number;
beforeAll(async () => {
  // no panel runs on this database: it would take the operations
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl, { max: 4 });
  ({ id: businessId } = await aBusiness(db, 'B001'));
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

async function aUser() {
  const email = `${randomBytes(6).toString('hex')}@prueba.pe`;
  const { id } = await addUser(db, { actor: 'test' }, { email, name: 'Ana', role: 'operator' });
  return { actor: `panel:${email}`, userId: id, reason: 'no consta en SOL' };
}

/** An approved discard of this many documents, and the lease of its first runner. */
async function aRunningDiscard(count: number) {
  const issuance = createIssuance(db);
  const ids: number[] = [];
  for (let time = 0; time < count; time++) {
    const issued = await issuance.issue(aDocument(businessId));
    if (issued.is === 'issued') ids.push(issued.id);
  }
  await issuance.close();
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'crashes' WHERE document_id = ANY ($1)`,
    [ids],
  );
  const [ana, luis] = [await aUser(), await aUser()];
  const task = { action: 'resolve', resolution: 'discarded' } as const;
  const wanted = { token: randomUUID(), task, selection: 'todas', ids };
  const id = await createOperation(db, ana, wanted);
  await approveOperation(db, luis, id);
  return { id, ana, lease: await claimed('first') };
}

async function claimed(owner: string): Promise<OperationLease> {
  const lease = await claimOperation(db, owner);
  if (!lease) throw new Error('no operation waits for a runner');
  return lease;
}

const step = (lease: OperationLease, keep: KeepDecision = KEEP_NOWHERE) =>
  stepOperation(db, lease, {
    keep,
    onFault(error) {
      throw error;
    },
  });

test('an operation has one runner; a runner whose lease was taken does nothing', async () => {
  const { id, lease } = await aRunningDiscard(3);
  expect(await claimOperation(db, 'second')).toBeUndefined();
  expect(await step(lease)).toBe('more');
  expect((await operationProgress(db, id)).done).toBe(1);

  await db.pool.query(`UPDATE operations SET lease_until = now() - interval '1 second'
    WHERE id = ${id}`);
  const next = await claimed('second');
  expect(await step(lease)).toBe('over');
  expect((await operationProgress(db, id)).done).toBe(1);
  while ((await step(next)) !== 'over');
  expect(await operationProgress(db, id)).toMatchObject({ done: 3, pending: 0, skipped: 0 });
});

test('a lease that is released is free at once', async () => {
  const { lease } = await aRunningDiscard(1);
  await releaseOperation(db, lease);
  const next = await claimed('second');
  expect(next.id).toBe(lease.id);
  while ((await step(next)) !== 'over');
});

test('a runner stops at a pause', async () => {
  const { id, ana, lease } = await aRunningDiscard(2);
  await step(lease);
  await pauseOperation(db, ana, id);
  expect(await step(lease)).toBe('over');
  expect(await operationProgress(db, id)).toMatchObject({ done: 1, pending: 1 });
});

test('an operation waits while the file store takes no decision, then goes on', async () => {
  const { id, lease } = await aRunningDiscard(2);
  const kept: number[] = [];
  const full = () => Promise.reject(new Error('ENOSPC'));
  await expect(step(lease, full)).rejects.toThrow('does not take the decision');
  expect(await operationProgress(db, id)).toMatchObject({ done: 0, pending: 2 });
  const keep: KeepDecision = async ({ documentId }) => void kept.push(documentId);
  while ((await step(lease, keep)) !== 'over');
  expect(await operationProgress(db, id)).toMatchObject({ done: 2, pending: 0 });
  expect(kept).toHaveLength(2);
});

test('no operation is carried out during a restoration', async () => {
  const { id, ana, lease } = await aRunningDiscard(3);
  expect(await step(lease)).toBe('more');
  await beginRestoration(db, ana);
  expect(await step(lease)).toBe('over');
  await releaseOperation(db, lease);
  expect(await claimOperation(db, 'second')).toBeUndefined();
  expect(await operationProgress(db, id)).toMatchObject({ done: 1, pending: 2 });

  await db.pool.query(`UPDATE restorations SET ended_at = now(), ended_by = 'test'`);
  const next = await claimed('second');
  while ((await step(next)) !== 'over');
  expect(await operationProgress(db, id)).toMatchObject({ done: 3, pending: 0 });
});

/** The end of an attempt is written once, although PostgreSQL's answers are lost. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Claim, claim, createIssuance, LeaseLost, toReview } from '@rafaga/db';
import { aBusiness, aDocument } from '../../../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../../../packages/db/testing/connections.js';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { writeEnd } from './writeEnd.js';

let servers: OwnServers;
let db: TestDb;
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl);
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

async function claimed(): Promise<Claim> {
  const { id: businessId } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  const result = await issuance.issue(aDocument(businessId));
  await issuance.close();
  if (result.is !== 'issued') throw new Error(result.is);
  return (await claim(db, result.id, 'w1')) as Claim;
}

const LOST = new Error('Connection terminated unexpectedly');

/** Fails once, before or after its statement. */
function failing(own: Claim, when: 'before' | 'after'): () => Promise<void> {
  let failed = false;
  return async () => {
    const fails = !failed;
    failed = true;
    if (fails && when === 'before') throw LOST;
    await toReview(db, own, { reason: 'crashes' });
    if (fails) throw LOST;
  };
}

test.each(['before', 'after'] as const)(
  'a connection that is lost %s the statement leaves the end written',
  async (when) => {
    const own = await claimed();
    await writeEnd({ db }, own, failing(own, when));
    const { rows } = await db.pool.query('SELECT step FROM attempts WHERE document_id = $1', [
      own.documentId,
    ]);
    expect(rows.map(({ step }) => step)).toEqual(['taken', 'review']);
  },
);

test('after another claim the end is not written, and the crash is not counted', async () => {
  const own = await claimed();
  const write = async () => {
    await db.pool.query(`UPDATE emissions SET lease_until = now() - interval '1 s'`);
    await claim(db, own.documentId, 'w2');
    throw LOST;
  };
  let first = true;
  const end = writeEnd({ db }, own, () => {
    const lost = first;
    first = false;
    return lost ? write() : toReview(db, own, { reason: 'crashes' });
  });
  await expect(end).rejects.toBeInstanceOf(LeaseLost);
  const { rows } = await db.pool.query(
    'SELECT stage, crashes, lease_owner FROM emissions WHERE document_id = $1',
    [own.documentId],
  );
  expect(rows).toEqual([{ stage: 'recorded', crashes: 0, lease_owner: 'w2' }]);
});

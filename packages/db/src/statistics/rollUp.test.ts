/** Documents are counted once, also those whose ids are lower than one that was counted. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { aBusiness, aDocument } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { createIssuance, type Issuance } from '../issuing/issuance.js';
import { readStatistics } from './readStatistics.js';
import { COUNT_EARLIER, rollUpStatistics } from './rollUp.js';

const HOUR_OF_IDS = 3_600_000 * 1_024;

let own: OwnServers;
let db: TestDb;
let issuance: Issuance;
let businessId: number;
beforeAll(async () => {
  own = await ownServers();
  db = createTestDb(own.databaseUrl);
  issuance = createIssuance(db);
  businessId = (await aBusiness(db, 'B001')).id;
});
afterAll(async () => {
  await issuance.close();
  await db.close();
  await own.drop();
});

async function issue(): Promise<number> {
  const issued = await issuance.issue(aDocument(businessId));
  if (issued.is !== 'issued') throw new Error(issued.is);
  return issued.id;
}

async function countedIssued(): Promise<number> {
  while (await rollUpStatistics(db, { restMs: 0, limit: 2 }));
  const rows = await readStatistics(db, { by: 'hour', since: new Date(0) });
  return rows.reduce((sum, { measure, count }) => sum + (measure === 'issued' ? count : 0), 0);
}

test('documents issued after the clock stepped back are counted, none of them twice', async () => {
  for (let i = 0; i < 3; i++) await issue();
  expect(await countedIssued()).toBe(3);
  const ahead = (await issue()) + HOUR_OF_IDS;
  await db.pool.query('UPDATE statistics_progress SET document_id = $1', [ahead]);
  expect([await countedIssued(), await countedIssued()]).toEqual([4, 4]);
});

test('a document written under an earlier id is counted once', async () => {
  const counted = await countedIssued();
  const earlier = (await issue()) - HOUR_OF_IDS;
  await db.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE documents SET id = ${earlier} WHERE id = ${earlier + HOUR_OF_IDS}; COMMIT`,
  );
  expect(await countedIssued()).toBe(counted);
  await db.pool.query(COUNT_EARLIER, [earlier]);
  expect(await countedIssued()).toBe(counted + 1);
  const later = await issue();
  await db.pool.query(COUNT_EARLIER, [later]);
  expect(await countedIssued()).toBe(counted + 2);
});

/** What waits for an unreachable authority is counted, but for what a paused business holds. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { aBusiness, aDocument } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { pauseBusiness } from '../exchange/pause.js';
import { createIssuance } from '../issuing/issuance.js';
import { readSystemStats } from './systemStats.js';

let own: OwnServers;
let db: TestDb;
beforeAll(async () => {
  own = await ownServers();
  db = createTestDb(own.databaseUrl);
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

const authorities = async () => (await readSystemStats(db)).authorities;

test('a document that waits for its authority is tried at a time to come', async () => {
  const { id } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  await issuance.issue(aDocument(id));
  await issuance.close();
  const waitUntil = (time: string) =>
    db.pool.query(`UPDATE emissions SET retry_class = 'unreachable', next_at = ${time}`);
  await waitUntil(`now() + interval '1 minute'`);
  expect(await authorities()).toMatchObject([{ away: 1, nextTry: expect.any(Date) }]);
  await waitUntil(`now() - interval '1 minute'`);
  expect(await authorities()).toMatchObject([{ away: 1, nextTry: null }]);
  await pauseBusiness(db, id, { reason: '0102' });
  expect(await authorities()).toEqual([]);
});

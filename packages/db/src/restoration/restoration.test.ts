/** Tests restorations that found nothing missing, and what only a process knew. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { aBusiness } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { type Behind, findBehind } from './behind.js';
import { endRestoration } from './endRestoration.js';
import { knownUntil } from './knownDocuments.js';
import { proposeEnd } from './personSteps.js';
import {
  openedRestoration,
  openRestoration,
  type Restoration,
  reviewRepeatedNumbers,
} from './restoration.js';
import { seriesToAsk } from './seriesToAsk.js';

let servers: OwnServers;
let db: TestDb;
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl);
  await aBusiness(db, 'B001');
  await reviewRepeatedNumbers(db.pool, []);
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

const NOTHING = { ids: [], series: [] };
const opened = async () => (await openedRestoration(db)) as Restoration;

test('it has found nothing missing', async () => {
  expect(await opened()).toMatchObject({ begunBy: 'api', found: NOTHING });
});

test('its steps are taken, and two persons end it', async () => {
  const { id, found } = await opened();
  expect(await knownUntil(db, found)).toEqual({ newest: null, oldestPending: null });
  expect(await seriesToAsk(db, found)).toMatchObject([{ series: 'B001', unexplained: [] }]);
  await db.pool.query(`UPDATE restorations SET rebuilt = '{"series": []}' WHERE id = $1`, [id]);
  await proposeEnd(db, { actor: 'panel:ana@chain.pe', reason: 'revisado' }, 10);
  const { proposedAt } = await opened();
  const by = { actor: 'panel:luis@chain.pe' };
  const ended = await endRestoration(db, by, proposedAt as Date, NOTHING);
  expect(ended.jumped).toMatchObject([{ series: 'B001', next: 11 }]);
  expect(await openedRestoration(db)).toBeUndefined();
});

test('what only a process knew is lost too, and does not begin a restoration again', async () => {
  const known = { ids: [424_242_424_242], series: [] };
  const behind = await findBehind(db, known);
  expect(behind?.ids).toEqual(known.ids);
  await openRestoration(db.pool, 'api caja-1', { found: behind as Behind });
  const { id } = await opened();
  await db.pool.query(`UPDATE restorations SET rebuilt = '{"series": []}' WHERE id = $1`, [id]);
  await proposeEnd(db, { actor: 'panel:ana@chain.pe', reason: 'revisado' }, 10);
  const { proposedAt } = await opened();
  const by = { actor: 'panel:luis@chain.pe' };
  expect((await endRestoration(db, by, proposedAt as Date, NOTHING)).lost).toEqual(behind);
  expect(await findBehind(db, known)).toBeUndefined();
});

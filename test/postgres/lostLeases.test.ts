/** Tests what a lost PostgreSQL counts for the documents whose attempts could not end. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Claim, claim, createIssuance } from '@rafaga/db';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { migrateDatabase } from '../support/databases.js';
import { type PostgresServer, startPostgres } from '../support/postgresServer.js';
import { waitFor } from '../support/waitFor.js';

let server: PostgresServer;
let db: TestDb;
beforeAll(async () => {
  server = await startPostgres();
  await migrateDatabase(server.url);
  db = createTestDb(server.url, { max: 2 });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

async function issued(): Promise<number> {
  const { id } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  const result = await issuance.issue(aDocument(id));
  await issuance.close();
  return result.is === 'issued' ? result.id : 0;
}

/** The next claim of the document, once its lease is over. */
async function claimed(id: number): Promise<Claim | undefined> {
  await db.pool.query('UPDATE emissions SET lease_until = now()');
  return claim(db, id, 'w1');
}

test('a PostgreSQL that starts again is no crash of the documents in progress', async () => {
  const id = await issued();
  expect(await claim(db, id, 'w1')).toMatchObject({ crashes: 0 });
  for (let times = 0; times < 3; times += 1) {
    await server.kill();
    server = await startPostgres({ data: server.data, port: server.port });
    const again = await waitFor('the next claim', () => claimed(id).catch(() => undefined));
    expect(again).toMatchObject({ crashes: 0 });
  }
  expect(await claimed(id)).toMatchObject({ crashes: 1 });
});

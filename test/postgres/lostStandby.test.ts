/** Tests what programs do while the synchronous standby is away, and every commit waits for it. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addAlertMessage,
  createHeartbeat,
  listRefusedRequests,
  recordAlerts,
  saveRefusedRequests,
} from '@rafaga/db';
import type { Condition } from '@rafaga/runtime/conditions';
import { aBusiness, aCredential } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { migrateDatabase } from '../support/databases.js';
import { startTestPanel } from '../support/panel.js';
import { type PostgresServer, startPostgres } from '../support/postgresServer.js';
import { waitFor } from '../support/waitFor.js';

let primary: PostgresServer;
let db: TestDb;
beforeAll(async () => {
  primary = await startPostgres();
  await migrateDatabase(primary.url);
  db = createTestDb(primary.url, { max: 4 });
});
afterAll(async () => {
  await db?.close();
  await primary?.stop();
});

async function nameStandby(name: string): Promise<void> {
  await db.pool.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await db.pool.query('SELECT pg_reload_conf()');
  await waitFor('the setting', async () => {
    const { rows } = await db.pool.query('SHOW synchronous_standby_names');
    return rows[0].synchronous_standby_names === name;
  });
}

test('its absence is named, and refused requests are recorded without waiting for it', async () => {
  let found: readonly Condition[] = [];
  const heart = createHeartbeat(db, {
    kind: 'api',
    name: 'caja-1',
    version: '1.2.3',
    conditions: () => found.map((condition) => ({ ...condition, since: new Date() })),
  });
  const { id: businessId } = await aBusiness(db, 'B001');
  const credentialId = await aCredential(db, businessId);
  expect(await heart.check()).toEqual([]);
  await nameStandby('ausente');
  const look = async () => {
    found = await heart.check().catch((error) => [heart.failed(error) as Condition]);
    return found;
  };
  // the checkpointer, which makes commits wait, may read the setting later than this connection
  await waitFor('a commit to wait', async () => (await look()).length > 0);
  // the next heartbeat waits for the lock of the one that waits
  expect(await look()).toMatchObject([{ word: 'postgres_sin_replica' }]);
  await saveRefusedRequests(db, [
    {
      businessId,
      credentialId,
      at: new Date(),
      call: 'POST /v1/boletas',
      status: 503,
      code: 'servicio_no_disponible',
      fields: [],
      reference: null,
      requestId: randomUUID(),
      tookMs: 4_500,
    },
  ]);
  expect(await listRefusedRequests(db, businessId, { limit: 5 })).toHaveLength(1);
  await nameStandby('');
  await waitFor('the heartbeat to be well', async () => (await look()).length === 0);
  // what the first heartbeat reports would be announced as a new problem
  const { rows } = await db.pool.query('SELECT conditions FROM processes');
  expect(rows).toEqual([{ conditions: [] }]);
  await heart.close();
});

test('the commit that waited for it has no alert in it once it is done', async () => {
  await nameStandby('ausente');
  const write = { text: `SELECT pg_logical_emit_message(true, '', '')`, query_timeout: 1_000 };
  await waitFor('a commit to wait', () =>
    db.pool.query(write).then(
      () => false,
      () => true,
    ),
  );
  const absence = { key: 'x', severity: 'bad', text: 'x', advice: 'y', path: '/colas' } as const;
  const round = recordAlerts(db, {
    process: 'panel-1',
    problems: [absence],
    isUnknown: () => false,
    digestMs: 0,
    channels: ['webhook'],
    compose: () => ({}),
  });
  await expect(round).rejects.toThrow();
  await nameStandby('');
  await waitFor('the commit', () =>
    db.prisma.alertLeader.findFirst({ where: { process: 'panel-1' } }),
  );
  expect(await db.prisma.alert.findUnique({ where: { key: 'x' } })).toBeNull();
  await db.prisma.alertLeader.updateMany({ data: { process: null, until: new Date(0) } });
});

test('a panel announces its absence, which it cannot record, and its end, each once', async () => {
  const calls: string[] = [];
  const webhook = createServer(async (request, response) => {
    calls.push(Buffer.concat(await request.toArray()).toString());
    response.end();
  });
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  const { port } = webhook.address() as AddressInfo;
  const panel = await startTestPanel({
    databaseUrl: primary.url,
    alerts: { webhook: { url: `http://127.0.0.1:${port}/`, secret: '' }, everyMs: 100 },
  });
  const about = (state: string) =>
    calls
      .flatMap((body) => JSON.parse(body).cambios as { estado: string; texto: string }[])
      .filter(({ estado, texto }) => estado === state && texto.includes('réplica síncrona'));
  await nameStandby('ausente');
  await waitFor('the absence to be announced', async () => about('empieza').length > 0);
  expect(about('termina')).toEqual([]);
  await nameStandby('');
  await waitFor('its end to be announced', async () => about('termina').length > 0);
  // messages go in the order of their records
  await addAlertMessage(panel.db, ['webhook'], { title: 'el siguiente', items: [] });
  await waitFor('the message after it', async () => calls.at(-1)?.includes('el siguiente'));
  expect([about('empieza').length, about('termina').length]).toEqual([1, 1]);
  await panel.stop();
  webhook.close();
});

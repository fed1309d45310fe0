/** Tests that a restored database that lacks acknowledged documents issues and sends nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Calls } from '../support/api.js';
import { waitFor } from '../support/waitFor.js';
import { anInstallation, type Installation } from './copy.js';

let own: Installation;
beforeAll(async () => {
  own = await anInstallation();
});
afterAll(() => own.stop());

test('a database without the last acknowledged documents issues and sends nothing', async () => {
  const before = await own.api();
  const first = await before.boleta(own.tenant.credentials, {}, 'venta-1');
  expect(first.status).toBe(201);
  const copy = await own.backup();
  const busy = await own.api();
  expect(
    (await busy.boleta(own.tenant.credentials, {}, 'venta-2')).json.datos.numero_completo,
  ).toBe('B001-2');
  await own.restore(copy);

  const [api, worker] = [await own.api(), await own.worker()];
  const refused = await api.boleta(own.tenant.credentials, {}, 'venta-3');
  expect([refused.status, refused.json.codigo]).toEqual([503, 'restauracion']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(10);
  // this database lacks the reference, which is not issued a second time
  expect((await api.boleta(own.tenant.credentials, {}, 'venta-2')).json.codigo).toBe(
    'restauracion',
  );
  const replayed = await api.boleta(own.tenant.credentials, {}, 'venta-1');
  expect([replayed.status, replayed.text]).toEqual([201, first.text]);
  const known = await api.get(`/v1/boletas/${first.json.datos.id}`, own.tenant.credentials);
  expect(known.status).toBe(200);

  await untilReported(api);
  await waitFor('the worker to name the restoration', async () =>
    worker.health.degraded?.().includes('restauracion'),
  );
  // in this time a worker makes several sweeps
  await sleep(1_000);
  const db = own.db();
  const { rows } = await db.pool.query(
    `SELECT e.stage, e.attempts, (SELECT found FROM restorations) AS found FROM emissions e`,
  );
  expect(rows).toEqual([{ stage: 'recorded', attempts: 0, found: expect.anything() }]);
  expect(rows[0].found.series).toEqual([
    {
      ruc: own.tenant.ruc,
      environment: 'simulator',
      kind: 'boleta',
      series: 'B001',
      known: 1,
      acknowledged: 2,
    },
  ]);
  await worker.stop();
});

async function untilReported(api: Calls): Promise<void> {
  const named = await waitFor('/readyz to name the restoration', async () => {
    const reply = await api.get('/readyz', {});
    return reply.text.includes('degradado') && [reply.status, reply.json];
  });
  // what is known is still answered: a balancer must not take the process away
  expect(named).toEqual([200, { estado: 'degradado', detalle: ['restauracion'] }]);
}

test('the same database, and a new one without files, need no restoration', async () => {
  const another = await anInstallation();
  try {
    for (const number of [1, 2, 3]) {
      const api = await another.api();
      const issued = await api.boleta(another.tenant.credentials);
      expect([issued.status, issued.json.datos.numero_completo]).toEqual([201, `B001-${number}`]);
      await api.stop();
    }
  } finally {
    await another.stop();
  }
});

test('a new database with old files needs a restoration', async () => {
  const another = await anInstallation();
  try {
    const copy = await another.backup();
    const api = await another.api();
    expect((await api.boleta(another.tenant.credentials)).status).toBe(201);
    await another.restore(copy);
    const again = await another.api();
    expect((await again.boleta(another.tenant.credentials)).json.codigo).toBe('restauracion');
  } finally {
    await another.stop();
  }
});

test('a database that is restored under a running API issues no number', async () => {
  const another = await anInstallation();
  try {
    const api = await another.api();
    for (const reference of ['a', 'b']) await api.boleta(another.tenant.credentials, {}, reference);
    const db = another.db();
    // like a restored base backup: the connections end, and the next ones see the older data
    await db.pool.query(
      'ALTER TABLE documents DISABLE TRIGGER ALL; DELETE FROM emissions; DELETE FROM documents; ' +
        'DELETE FROM "references"; ' +
        'ALTER TABLE series DISABLE TRIGGER series_rise; UPDATE series SET last_number = 0; ' +
        'ALTER TABLE series ENABLE TRIGGER series_rise; ALTER TABLE documents ENABLE TRIGGER ALL',
    );
    await db.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ' +
        'current_database() AND pid <> pg_backend_pid()',
    );
    const refused = await waitFor('an answer by a new connection', async () => {
      const answer = await api.boleta(another.tenant.credentials, {}, 'c');
      return answer.json.codigo === 'error_interno' ? undefined : answer;
    });
    expect([refused.status, refused.json.codigo]).toEqual([503, 'restauracion']);
    const { rows } = await db.pool.query('SELECT count(*)::int AS count FROM documents');
    expect(rows).toEqual([{ count: 0 }]);
  } finally {
    await another.stop();
  }
});

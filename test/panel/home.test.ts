/** The home page: its tiles, and an installation with more problems than it names. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { waitFor } from '../support/waitFor.js';

let servers: OwnServers;
let panel: TestPanel;
beforeAll(async () => {
  servers = await ownServers();
  panel = await startTestPanel({ databaseUrl: servers.databaseUrl, redisUrl: servers.redisUrl });
});
afterAll(async () => {
  await panel.stop();
  await servers.drop();
});

const pausedBusinesses = (from: number, to: number) =>
  panel.db.pool.query(
    `INSERT INTO businesses (ruc, legal_name, state, paused_until)
      SELECT (20100000000 + number)::text, 'Negocio ' || number, 'active', '9999-12-31'
      FROM generate_series($1::int, $2::int) AS number`,
    [from, to],
  );

test('businesses with problems that are not named are counted', async () => {
  const support = await panel.as('support');
  const says = (text: string) =>
    waitFor(text, async () => (await support.open('/inicio')).text.includes(text));
  await pausedBusinesses(1, 100);
  await says('Negocio 100: su envío a SUNAT está en pausa');
  expect(support.text).not.toContain('con algo por revisar');
  await pausedBusinesses(101, 103);
  await says('Hay 3 negocios más con algo por revisar que no se nombran aquí.');
});

test('the tiles say which work a reported fault of the files or of PostgreSQL stops', async () => {
  const support = await panel.as('support');
  const reported = async (word: string, tiles: RegExp) => {
    const condition = { word, text: `Falla ${word}`, since: new Date() };
    await panel.db.pool.query(
      `INSERT INTO processes (kind, name, started_at, conditions) VALUES ('worker', 'caja-1', now(),
        $1) ON CONFLICT (kind, name) DO UPDATE SET conditions = $1, seen_at = now()`,
      [JSON.stringify([condition])],
    );
    await waitFor(word, async () => tiles.test((await support.open('/inicio')).text));
  };
  await reported(
    'archivos_solo_lectura',
    /Emisión ✓ bien.*Envío a SUNAT ✕ falla.*Cola ✕ falla.*Archivos ✕ falla/,
  );
  await reported(
    'postgres_bloqueado',
    /Emisión ✕ falla.*Envío a SUNAT ✕ falla.*Cola ✕ falla.*Archivos ✓ bien/,
  );
});

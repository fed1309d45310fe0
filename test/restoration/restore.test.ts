/** Tests a whole restoration, with two APIs, a worker and the CLI. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Calls } from '../support/api.js';
import { rafagaIn } from '../support/cli.js';
import type { Reply } from '../support/httpClient.js';
import { MASTER_KEY } from '../support/settings.js';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';
import { anInstallation, type Installation } from './copy.js';

let own: Installation;
beforeAll(async () => {
  own = await anInstallation();
});
afterAll(() => own.stop());

const rafaga = (...words: string[]) =>
  rafagaIn(own.home, {
    DATABASE_URL: own.databaseUrl,
    REDIS_URL: own.redisUrl,
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
  })('restaurar', ...words);

interface Sold {
  reference: string;
  kind: 'boletas' | 'facturas';
  reply: Reply;
}

async function sell(
  api: Calls,
  references: readonly string[],
  kind: Sold['kind'],
): Promise<Sold[]> {
  const issue = kind === 'boletas' ? api.boleta : api.factura;
  return Promise.all(
    references.map(async (reference) => {
      const reply = await untilIssued(() => issue(own.tenant.credentials, {}, reference));
      return { reference, kind, reply };
    }),
  );
}

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

async function untilSettled(): Promise<void> {
  const db = own.db();
  const open = 'SELECT count(*)::int AS count FROM emissions';
  await waitFor(
    'every document to be settled',
    async () => (await db.pool.query<{ count: number }>(open)).rows[0]?.count === 0,
  );
}

async function state(api: Calls, { reply, kind }: Sold): Promise<string> {
  const record = await api.get(`/v1/${kind}/${reply.json.datos.id}`, own.tenant.credentials);
  expect(record.status).toBe(200);
  return (record.json.datos as unknown as { fiscal: { estado: string } }).fiscal.estado;
}

interface Receipt {
  document: string | null;
  service: string;
  sha256: string | null;
}

async function sent(): Promise<Receipt[]> {
  const answer = await fetch(`${own.simulatorUrl}/control/ledger`);
  return ((await answer.json()) as Receipt[]).filter(({ service }) => service === 'sendBill');
}

test('every acknowledged document is recovered, and none is signed or numbered twice', async () => {
  const first = await own.api();
  const early = await sell(first, named('antes', 3), 'boletas');
  // the backup has three documents as recorded, which are settled after it
  const copy = await own.backup();

  const [one, two, worker] = [await own.api(), await own.api(), await own.worker()];
  const accepted = (
    await Promise.all([
      sell(one, named('uno', 10), 'boletas'),
      sell(two, named('dos', 10), 'facturas'),
      sell(two, named('tres', 10), 'boletas'),
    ])
  ).flat();
  await untilSettled();
  await worker.stop();
  const unsent = await sell(one, named('tarde', 4), 'boletas');
  await own.restore(copy);

  const [api, other] = [await own.api(), await own.api()];
  await own.worker();
  const before = (await sent()).length;
  await expectClosed(api);
  const rebuilt = JSON.parse((await rafaga('reconstruir', '--json')).stdout);
  expect(rebuilt.reconstruido).toMatchObject({
    documents: 34,
    signed: 30,
    settled: 30,
    resumed: 3,
    failed: [],
  });
  await expectReplayed(other, [...early, ...accepted, ...unsent]);
  for (const each of [...early, ...accepted]) expect(await state(api, each)).toBe('aceptado');
  for (const file of ['xml', 'cdr', 'pdf']) {
    const id = accepted[0]?.reply.json.datos.id;
    expect((await api.get(`/v1/boletas/${id}/${file}`, own.tenant.credentials)).status).toBe(200);
  }

  await expectAsked();
  expect((await sent()).length).toBe(before);

  await endWithTwoPersons(api);
  const next = await api.boleta(own.tenant.credentials, {}, 'nueva');
  expect([next.status, next.json.datos.numero_completo]).toEqual([201, 'B001-28']);
  expect((await other.factura(own.tenant.credentials)).json.datos.numero_completo).toBe('F001-11');
  await untilSettled();
  for (const each of unsent) expect(await state(api, each)).toBe('aceptado');
  await expectSentOnce(39);
  expect((await rafaga()).stdout).toContain('No hay ninguna restauración abierta');
});

/** The restoration is open: nothing is issued, and it does not end before its first step. */
async function expectClosed(api: Calls): Promise<void> {
  const refused = await api.boleta(own.tenant.credentials, {}, 'nueva');
  expect(refused.json.codigo).toBe('restauracion');
  const said = await rafaga('--json');
  expect(JSON.parse(said.stdout)).toMatchObject({
    abierta: true,
    falta: {
      series: [
        { serie: 'B001', ultimo_conocido: 3, ultimo_emitido: 27 },
        { serie: 'F001', ultimo_conocido: 0, ultimo_emitido: 10 },
      ],
    },
    sigue: 'rebuild',
  });
  const tooEarly = await rafaga('terminar', '--persona', 'ana@cadena.pe');
  expect([tooEarly.code, tooEarly.stderr]).toEqual([
    1,
    expect.stringContaining('Falta el primer paso'),
  ]);
}

/** While the restoration is open, acknowledged references replay byte for byte. */
async function expectReplayed(api: Calls, sold: readonly Sold[]): Promise<void> {
  for (const { kind, reference, reply } of sold) {
    const issue = kind === 'boletas' ? api.boleta : api.factura;
    const repeat = await issue(own.tenant.credentials, {}, reference);
    expect([repeat.status, repeat.text]).toEqual([201, reply.text]);
  }
}

/** So many documents were sent, none with another content the second time. */
async function expectSentOnce(documents: number): Promise<void> {
  const receipts = await sent();
  const contents = new Set(receipts.map(({ document, sha256 }) => `${document} ${sha256}`));
  expect([new Set(receipts.map(({ document }) => document)).size, contents.size]).toEqual([
    documents,
    documents,
  ]);
}

/** SUNAT cannot be asked about boletas by their numbers; about facturas it knows no other. */
async function expectAsked(): Promise<void> {
  const asked = JSON.parse((await rafaga('preguntar', '--tramo', '3', '--json')).stdout).preguntado;
  expect(asked.series).toEqual([
    expect.objectContaining({
      series: 'B001',
      complete: false,
      reason: expect.stringContaining('boleta'),
    }),
    expect.objectContaining({ series: 'F001', complete: true, registered: [], unexplained: [] }),
  ]);
}

async function endWithTwoPersons(api: Calls): Promise<void> {
  const words = ['--persona', 'ana@cadena.pe', '--motivo', 'copia de las tres'];
  const proposed = await rafaga('terminar', ...words);
  expect([proposed.code, proposed.stderr]).toEqual([
    0,
    expect.stringContaining('Repítelo antes de terminar'),
  ]);
  const other = await rafaga('terminar', '--persona', 'luis@cadena.pe', '--saltar', '50');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('con un salto de 0')]);
  // who believes to be the first one approves nothing
  const first = await rafaga('terminar', '--persona', 'luis@cadena.pe');
  expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('ya propuso')]);
  // nor withdraws what another one proposed
  for (const words of [[], ['--saltar', '50']]) {
    const withdrawn = await rafaga('retirar', ...words);
    expect([withdrawn.code, withdrawn.stderr]).toEqual([1, expect.stringContaining('--saltar 0')]);
  }
  const alone = await rafaga('terminar', '--persona', 'ANA@cadena.pe', '--saltar', '0');
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('otra persona')]);
  expect((await api.boleta(own.tenant.credentials, {}, 'nueva')).status).toBe(503);
  const approved = await rafaga('terminar', '--persona', 'luis@cadena.pe', '--saltar', '0');
  expect(approved.code).toBe(0);
}

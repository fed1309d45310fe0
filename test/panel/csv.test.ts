/** Lists as CSV: what is in them, for whom, and how many rows the panel holds at a time. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIssuance } from '@rafaga/db';
import pg from 'pg';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { fillDataset } from '../bench/tools/dataset.mjs';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { ownServers } from '../support/servers.js';
import { waitFor } from '../support/waitFor.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
let operator: Browser;
let business: { id: number; ruc: string };

beforeAll(async () => {
  panel = await startTestPanel();
  operator = await panel.as('operator');
  business = await aBusiness(panel.db, 'B780');
  const issuance = createIssuance(panel.db);
  const sale = { client: { name: 'x' }, payment: 'cash', lines: [] };
  const names = [
    ...['=1+1', '+51 999', '-5', '@suma', '\t=A1', 'Juan "Pepe" Pérez, S.A.', '＝A1'],
    ...['Ana; =1+1', 'Luz\t@suma;-1', 'Sol; y mar = playa', 'Flor;"=1+1&"'],
  ];
  for (const [at, name] of names.entries()) {
    const client = { documentType: '1', document: '45678912', name };
    const total = `${at + 1}.00`;
    await issuance.issue(aDocument(business.id, { series: 'B780', sale, client, total }));
  }
  await issuance.close();
});
afterAll(() => panel.stop());

const list = (query = '') => `/referencias.csv?ver=emitidas&ruc=${business.ruc}${query}`;

async function csv(answer: Response): Promise<{ bytes: Buffer; lines: string[] }> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { bytes, lines: bytes.toString('utf8').split('\r\n') };
}

/** Sends the form of a button, and reads the file that it answers with. */
async function revealed(browser: Browser): Promise<Response> {
  await browser.open(`/referencias?ver=emitidas&ruc=${business.ruc}`);
  const ficha = /name="ficha" value="([^"]+)"/.exec(browser.html)?.[1] ?? '';
  return browser.fetch(list(), { method: 'POST', body: new URLSearchParams({ ficha }) });
}

test('the rows of the list are a file that Excel opens, with the client masked', async () => {
  await operator.open(`/referencias?ver=emitidas&ruc=${business.ruc}&monto=1-3`);
  const link = operator.links.find((each) => each.startsWith('/referencias.csv')) ?? '';
  // a browser would save also the login under the name that `download` gives
  expect(operator.all('a').filter((each) => each.hasAttribute('download'))).toEqual([]);
  const answer = await operator.fetch(link);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/csv; charset=utf-8',
  ]);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="referencias-emitidas-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const { bytes, lines } = await csv(answer);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(lines).toHaveLength(1 + 3 + 1);
  const cells = (line = '') => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell);
  const column = cells(lines[0]).indexOf('Fecha de emisión');
  expect(cells(lines[1])[column]).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(lines[1]).toContain('"4567****"');
  expect(bytes.toString()).not.toContain('45678912');
});

test('a role that may see clients gets them by a form, and no cell is a formula', async () => {
  const { lines } = await csv(await revealed(operator));
  const clients = lines.slice(1, -1).map((line) => /"45678912","((?:[^"]|"")*)"/.exec(line)?.[1]);
  expect(clients).toEqual([
    `Flor;'""=1+1&""`,
    'Sol; y mar = playa',
    "Luz\t'@suma;'-1",
    "Ana;' =1+1",
    "'＝A1",
    'Juan ""Pepe"" Pérez, S.A.',
    "'\t'=A1",
    "'@suma",
    "'-5",
    "'+51 999",
    "'=1+1",
  ]);
  const support = await panel.as('support');
  expect((await revealed(support)).status).toBe(403);
  expect((await support.fetch(list())).status).toBe(200);
});

test('a business gets its own rows, and each download is in the audit', async () => {
  const stranger = await panel.as('business', (await aBusiness(panel.db, 'B780')).id);
  const { lines } = await csv(await stranger.fetch(list()));
  expect(lines).toHaveLength(2);
  await operator.fetch(list('&monto=2'));
  const entries = await panel.db.prisma.audit.findMany({
    where: { businessId: business.id, action: 'list.export' },
    orderBy: { id: 'desc' },
  });
  expect(entries[0]).toMatchObject({
    actor: expect.stringMatching(/^panel:operator-/),
    after: { lista: 'emitidas', filtros: 'total 2.00', clientes: 'ocultos' },
  });
});

test('rows without number are read only as fast as the browser takes them', async () => {
  const servers = await ownServers();
  const documents = 15_000;
  await fillDataset(servers.databaseUrl, { documents, businesses: 20, stuckEvery: 50 });
  const large = await startTestPanel({
    databaseUrl: servers.databaseUrl,
    redisUrl: servers.redisUrl,
  });
  // rows of a kilobyte: the network's buffers hold few of them
  await large.db.pool.query(`UPDATE outcomes SET description = repeat('Respuesta ', 100)`);
  const admin = await large.as('admin');
  const pages = countPages();
  try {
    const answer = await admin.fetch('/referencias.csv?ver=emitidas');
    const reader = answer.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    await reader.read();
    const read = await settledCount(pages.count);
    // of 30 pages: those that the buffers hold, and the one that waits for them
    expect(read).toBeLessThan(20);
    let lines = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      lines += Buffer.from(chunk.value).toString('latin1').split('\n').length - 1;
    expect(lines).toBeGreaterThan(documents - 1_000);
    expect(pages.count()).toBeGreaterThan(documents / 500);
  } finally {
    pages.stop();
    await large.stop();
    await servers.drop();
  }
});

/** Counts the pages of documents that this process reads from PostgreSQL. */
function countPages() {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function hear(this: pg.Client, ...args: unknown[]) {
    if ((args[0] as { name?: string })?.name === 'summaries_by_id') count++;
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return {
    count: () => count,
    stop: () => {
      pg.Client.prototype.query = query;
    },
  };
}

/** The count once it stays the same: no further page is read without the browser. */
async function settledCount(count: () => number): Promise<number> {
  let seen = { count: -1, times: 0 };
  await waitFor('the panel to stop reading', async () => {
    const now = count();
    seen = { count: now, times: now === seen.count ? seen.times + 1 : 0 };
    return seen.times > 20;
  });
  return seen.count;
}

test('beyond 120 forms and exports in a minute a user waits, and no other user does', async () => {
  const owner = await panel.as('business', business.id);
  await owner.open('/cuenta');
  const ficha = /name="ficha" value="([^"]+)"/.exec(owner.html)?.[1] ?? '';
  const form = { method: 'POST', body: new URLSearchParams({ ficha }) };
  const exported = [await owner.fetch(list()), await owner.fetch(list())];
  expect(exported.map(({ status }) => status)).toEqual([200, 200]);
  const sent = new Set<number>();
  for (let time = 2; time < 120; time++)
    sent.add((await owner.fetch('/vistas/0/borrar', form)).status);
  expect(sent).toEqual(new Set([404]));
  for (const refused of [await owner.fetch(list()), await owner.fetch('/vistas/0/borrar', form)]) {
    expect(refused.status).toBe(429);
    const seconds = refused.headers.get('retry-after');
    expect(await refused.text()).toContain(`este no se hizo. Repítelo en ${seconds} segundo`);
  }
  expect((await owner.open('/referencias')).status).toBe(200);
  expect((await operator.fetch(list())).status).toBe(200);
});

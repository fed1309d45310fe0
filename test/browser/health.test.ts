/**
 * The light of the home page while each cause really happens, and green again after it: rejections,
 * paused businesses, silent workers, stopped servers, an ended session.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { resumeBusiness } from '@rafaga/db';
import { PASSWORD } from '../support/panel.js';
import type { Program } from '../support/program.js';
import { aSender, giveCertificate, type Sender } from '../support/senders.js';
import { settled } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';
import { andArrive } from './chromium.js';
import { panelSession } from './panelSession.js';
import {
  freeze,
  portOf,
  type StoppableServers,
  startBuilt,
  stoppableServers,
} from './stoppable.js';

/** Heartbeats, polls and a busy machine take this long. */
const REJECTED = '99990003';
const WRONG_PASSWORD = '99990023';

let servers: StoppableServers;
const session = panelSession('support', async () => {
  servers = await stoppableServers();
  return servers;
});
let sender: Sender;
const programs: Program[] = [];
beforeAll(async () => {
  await session.environment.work();
  sender = await aSender(session.environment.db, { legalName: 'Bodega Sol S.A.C.' });
});
afterAll(async () => {
  for (const program of programs) await program.end('SIGKILL');
});

interface Light {
  /** The class of the verdict's note. */
  colour: string;
  title: string;
  /** The whole verdict. */
  text: string;
  link: string | null;
}

/** The verdict, or what stands in its place. */
const LIGHT = `(() => {
  const note = document.querySelector('[data-live] .note');
  const title = note?.querySelector('.note-title')?.textContent ?? '';
  return {
    colour: [...(note?.classList ?? [])].find((name) => /^(good|warn|bad|calm)$/.test(name)) ?? '',
    title,
    text: note?.textContent ?? '',
    link: note?.querySelector('a')?.getAttribute('href') ?? null,
  };
})()`;
const light = () => session.page.evaluate<Light>(LIGHT);

/** Loads the home page again and again until its light says this. */
async function shows(colour: Light['colour'], title: RegExp): Promise<Light> {
  let last: Light | undefined;
  return waitFor(
    () => `${colour} ${title}, not ${JSON.stringify(last)}`,
    async () => {
      await session.page.goto('/inicio');
      last = await light();
      return last.colour === colour && title.test(last.title) && last;
    },
    { everyMs: 1_500 },
  );
}

/** Waits until the open page says this by itself. */
async function turns(colour: Light['colour'], title: RegExp): Promise<Light> {
  let last: Light | undefined;
  return waitFor(
    () => `the open page to turn ${colour} ${title}, not ${JSON.stringify(last)}`,
    async () => {
      last = await light();
      return last.colour === colour && title.test(last.title) && last;
    },
    { everyMs: 200 },
  );
}

/** A built program on the servers of the test, ended with it. */
function start(name: 'panel' | 'worker'): Program {
  const program = startBuilt(name, session.environment);
  programs.push(program);
  return program;
}

const isGreen = () => shows('good', /BIEN: Todo avanza/);
/** Whether any part of the open page is still green. */
const greenParts = () => session.page.locator('[data-live] .good').count();

/** The references on the page of a cause. */
async function listed(path: string | null): Promise<number[]> {
  await session.page.goto(path ?? '');
  const links = await session.page.locator('main table a[href^="/referencias/"]').all();
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
  return hrefs.map((href) => Number(href?.split('/').at(-1)));
}

const issue = (client?: string) => session.environment.issue(sender, 'boleta', client);

test('rejections are red with their share, and lead to exactly these documents', async () => {
  await isGreen();
  const accepted = await issue();
  const rejected = await Promise.all([1, 2, 3].map(() => issue(REJECTED)));
  for (const id of [accepted, ...rejected]) await session.environment.until(id, settled);
  const { link } = await shows(
    'bad',
    /FALLA: Bodega Sol S\.A\.C\.: SUNAT rechazó 3 de 4 comprobantes en los últimos 10 minutos/,
  );
  expect(await listed(link)).toEqual([...rejected].sort((a, b) => a - b));
  await session.page.goto('/sunat');
  const text = (await session.page.getByRole('main').textContent()) ?? '';
  expect(text).toMatch(
    /Intentos respondidos4 de 4 .*\(100 %\)Comprobantes aceptados1 de 4 decididos \(25 %\)/,
  );
  expect(text).toMatch(/Comprobantes rechazados✕ 3 de 4 decididos \(75 %\)/);
  await elevenMinutesPass();
  await isGreen();
});

/** The timeline is append only but for a replica. */
async function elevenMinutesPass(): Promise<void> {
  const client = await session.environment.db.pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(`UPDATE attempts SET at = at - interval '11 minutes'`);
    await client.query('RESET session_replication_role');
  } finally {
    client.release();
  }
}

test('a business whose password SUNAT refuses is red, with its waiting documents', async () => {
  const refused = await issue(WRONG_PASSWORD);
  const { link } = await shows('bad', /FALLA: Bodega Sol .* está en pausa; 1 espera/);
  expect(await listed(link)).toEqual([refused]);
  await resumeBusiness(session.environment.db, { actor: 'test' }, sender.id);
  await session.environment.until(refused, settled);
  await isGreen();
});

test('an expired certificate is red and leads to its business', async () => {
  const { db } = session.environment;
  await giveCertificate(db, sender.id, { notAfter: new Date(Date.now() - 60_000) });
  const { link } = await shows('bad', /FALLA: Bodega Sol .* su certificado venció el/);
  expect(link).toBe(`/negocios/${sender.ruc}`);
  await session.page.goto('/salud/certificados-vencidos');
  expect(await session.page.locator('main tbody a').first().textContent()).toBe(
    'Bodega Sol S.A.C.',
  );
  await giveCertificate(db, sender.id);
  await isGreen();
});

test('a document whose term ends today is red until it is settled', async () => {
  const { db } = session.environment;
  await session.environment.controlSimulator('caida', { modo: 'corte', servicios: ['envio'] });
  const id = await issue();
  await db.pool.query(
    `UPDATE emissions SET deadline = (now() AT TIME ZONE 'America/Lima')::date
        WHERE document_id = $1`,
    [id],
  );
  const { link } = await shows('bad', /FALLA: Bodega Sol .* 1 comprobante debe llegar .* hoy/);
  expect(await listed(link)).toEqual([id]);
  await session.environment.controlSimulator('normal', {});
  await session.environment.until(id, settled);
  await isGreen();
});

/** A process that still runs writes its next heartbeat within seconds; a frozen one does not. */
const heartbeatsAge = () =>
  session.environment.db.pool.query(
    `UPDATE processes SET seen_at = seen_at - interval '30 seconds'`,
  );

test('a stopped worker is red although nothing waits; one that has left is not', async () => {
  const worker = start('worker');
  await waitFor('its heartbeat', async () => {
    const { rowCount } = await session.environment.db.pool.query(
      `SELECT FROM processes WHERE kind = 'worker' AND name LIKE '%-' || $1`,
      [worker.child.pid],
    );
    return rowCount === 1;
  });
  await isGreen();
  const go = freeze(worker.child.pid as number);
  await heartbeatsAge();
  // until its next heartbeat, the worker of this process is named too
  const named = `FALLA: El procesador \\S+-${worker.child.pid} no da señales, desde hace \\d+ s`;
  await shows('bad', new RegExp(named)).finally(go);
  await isGreen();
  expect(await worker.end('SIGTERM')).toBe(0);
  await isGreen();
});

test('a stopped Redis is named', async () => {
  const go = freeze(servers.pid('Redis'));
  await shows('warn', /ATENCIÓN: Redis no responde, desde las \d\d:\d\d:\d\d/);
  go();
  await isGreen();
});

test('a stopped PostgreSQL is named by the open page and by a new one', async () => {
  await isGreen();
  const go = freeze(servers.pid('PostgreSQL'));
  await turns('bad', /FALLA: PostgreSQL no responde desde las \d\d:\d\d:\d\d/);
  expect(await greenParts()).toBe(0);
  const other = await session.browserWindow.context.newPage();
  const response = await other.goto('/inicio');
  expect(response?.status()).toBe(503);
  expect(await other.locator('.lead').textContent()).toMatch(/^PostgreSQL no responde desde las/);
  await other.close();
  go();
  await turns('good', /BIEN: Todo avanza/);
});

test('a page whose panel hangs shows no colour and since when, then green again', async () => {
  const panel = start('panel');
  const url = `http://127.0.0.1:${await portOf(panel)}`;
  await session.page.goto(`${url}/inicio`);
  await turns('good', /BIEN: Todo avanza/);
  const go = freeze(panel.child.pid as number);
  const { text } = await turns('calm', /SIN DATOS desde las \d\d:\d\d:\d\d/);
  expect(text).toContain('El panel no responde.');
  expect(await greenParts()).toBe(0);
  go();
  await turns('good', /BIEN: Todo avanza/);
  await panel.end('SIGKILL');
  await turns('calm', /SIN DATOS desde las/);
});

test('an open page keeps no session alive, and the login leads back to it', async () => {
  const { db } = session.environment;
  await session.page.goto('/inicio?desde=aqui');
  await db.pool.query(`UPDATE sessions SET seen_at = now() - interval '29 minutes'`);
  const heard = () => session.page.locator('[data-live] .hint').last().textContent();
  const before = await heard();
  await waitFor('the page to renew itself', async () => (await heard()) !== before);
  const { rows } = await db.pool.query<{ idle: boolean }>(
    `SELECT bool_and(seen_at < now() - interval '29 minutes') AS idle FROM sessions`,
  );
  expect(rows[0]?.idle).toBe(true);
  await db.pool.query(`UPDATE sessions SET seen_at = now() - interval '31 minutes'`);
  await turns('calm', /TU SESIÓN TERMINÓ/);
  expect(await greenParts()).toBe(0);
  await andArrive(session.page, () =>
    session.page.getByRole('link', { name: 'Ingresa otra vez' }).click(),
  );
  await session.page.getByLabel('Correo', { exact: true }).fill(session.person.email);
  await session.page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await andArrive(session.page, () =>
    session.page.getByRole('button', { name: 'Ingresar' }).click(),
  );
  expect(new URL(session.page.url()).pathname + new URL(session.page.url()).search).toBe(
    '/inicio?desde=aqui',
  );
});

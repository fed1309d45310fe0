/**
 * The second look at the users of one business: they request every route with everything that can
 * be known of another business in its path, its query and its form. No answer shows anything of the
 * other business, and none of its rows changes. A page that shows an administrator nothing either
 * proves nothing: each such page is named.
 *
 * Row security does not do this in the panel: its lists, searches and figures span businesses, and
 * PostgreSQL would not use the statistics and indexes of names under a policy.
 */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import {
  addCredential,
  addSeries,
  createIssuance,
  propose,
  saveRefusedRequests,
  saveView,
  updateBusiness,
} from '@rafaga/db';
import { PRINTER_PROFILE_NAMES } from '@rafaga/pdf';
import type { Route } from '../../apps/panel/src/edge/route.js';
import { CONTENTS } from '../../apps/panel/src/references/contents.js';
import { ROUTES } from '../../apps/panel/src/routes.js';
import { isPermitted } from '../../apps/panel/src/users/permissions.js';
import { aBusiness, aDocument, BY } from '../../packages/db/testing/aDocument.js';
import { TABLES } from '../../prisma/privileges.mjs';
import { keepEvidence, startTestPanel, type TestPanel } from '../support/panel.js';
import { aSender } from '../support/senders.js';
import { SECRET_KEYS } from '../support/settings.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import type { Browser } from './browser.js';

let environment: TestEnvironment;
let panel: TestPanel;
let browser: Browser;
let own: { id: number; ruc: string };
/** What can be known of the other business, by the name of a parameter. */
let known: Record<string, string>;
/** The values of a parameter of the path; those of `id` by the first part of the path. */
let ofPath: Record<string, readonly string[]>;
/** What no answer to a user of another business may show. */
let secrets: string[];

/** In every text of the other business that cannot be known. */
const SECRET = 'Zaragatona';
const REFERENCE = 'caja7-2026-11-22-1';
/** Of a document whose id and reference no request names. */
const UNNAMED = 'caja9-2026-11-22-77';

beforeAll(async () => {
  environment = await startEnvironment();
  const { db, databaseUrl, redisUrl, filesDir, simulatorUrl } = environment;
  const places = { databaseUrl, redisUrl, filesDir, simulatorUrl };
  panel = await startTestPanel({ ...places, secretKeys: SECRET_KEYS });
  own = await aBusiness(db, 'B001');
  const other = await aSender(db);
  await addSeries(db, BY, other.id, 'B7Z7');
  await updateBusiness(db, BY, other.id, { legalName: `${SECRET} S.A.C.`, address: SECRET });
  const settledId = await settledDocument(other);
  const reviewedId = await inReview(other.id, REFERENCE);
  const unnamedId = await inReview(other.id, UNNAMED);
  const { id: userId, email } = await panel.person('business', other.id);
  const view = { userId, name: SECRET, query: 'ver=emitidas' };
  const { id: viewId } = await saveView(db, BY, view);
  const proposalId = await propose(
    db,
    { ...BY, userId, reason: SECRET },
    {
      action: 'series.next',
      businessId: other.id,
      environment: 'simulator',
      series: 'B7Z7',
      nextNumber: 500,
    },
  );
  const apiKey = `rk_${other.ruc}`;
  await addCredential(db, BY, {
    businessId: other.id,
    name: SECRET,
    apiKey,
    secretHash: Buffer.alloc(32),
  });
  await refusedCall(other.id);
  await keepEvidence(db, other.id, settledId, SECRET, SECRET_KEYS);
  const { rows: evidence } = await db.pool.query('SELECT id FROM kept_answers');
  known = {
    ruc: other.ruc,
    serie: 'B7Z7',
    clave: apiKey,
    id: String(settledId),
    evidencia: String(evidence[0].id),
    business: String(other.id),
    user: String(userId),
    reference: REFERENCE,
  };
  ofPath = {
    ruc: [other.ruc, own.ruc],
    referencias: [settledId, reviewedId].map(String),
    propuestas: [String(proposalId)],
    operaciones: [String(proposalId)],
    vistas: [String(viewId)],
    usuarios: [String(userId)],
    serie: [known.serie as string],
    clave: [apiKey],
    evidencia: evidence.map(({ id }) => String(id)),
    que: Object.keys(CONTENTS),
    archivo: ['xml', 'cdr', 'a4', ...PRINTER_PROFILE_NAMES.slice(0, 1)],
    causa: ['revision'],
    cola: ['emit'],
  };
  secrets = [
    ...[SECRET, SECRET.toUpperCase(), email, 'B7Z7-', UNNAMED, String(unnamedId)],
    // of the names of files
    `${other.ruc}-03-`,
  ];
  browser = await panel.as('business', own.id);
  noteParameters();
});
afterAll(async () => {
  await panel.stop();
  await environment.stop();
});

/** A document with all its files; no worker is left to change a row of it. */
async function settledDocument(sender: { id: number; ruc: string }): Promise<number> {
  const worker = await environment.work();
  const id = await environment.issue(sender, 'boleta');
  await environment.until(id, settled);
  await worker.stop();
  return id;
}

async function inReview(businessId: number, reference: string): Promise<number> {
  const issuance = createIssuance(panel.db);
  const client = { documentType: '1', document: '45678912', name: SECRET };
  const lines = [{ description: SECRET, unitPrice: '118' }];
  const sale = { kind: 'boleta', series: 'B7Z7', client, payment: 'cash', lines };
  const changes = { series: 'B7Z7', reference, client, sale };
  const result = await issuance.issue(aDocument(businessId, changes));
  await issuance.close();
  if (result.is !== 'issued') throw new Error(result.is);
  await panel.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'broken' WHERE document_id = $1`,
    [result.id],
  );
  return result.id;
}

const refusedCall = (businessId: number) =>
  saveRefusedRequests(panel.db, [
    {
      businessId,
      credentialId: 1,
      at: new Date(),
      call: 'POST /v1/boletas',
      status: 422,
      code: SECRET,
      fields: [SECRET],
      reference: SECRET,
      requestId: SECRET,
      tookMs: 1,
    },
  ]);

/** The parameters of queries and forms that the panel has looked up, of this route and of all. */
const lookedUp = { here: new Set<string>(), everywhere: new Set<string>() };

/** Not looked at: the token of the form, and where a page leads back to. */
const NO_FILTER = ['ficha', 'volver'];

function noteParameters(): void {
  const { get, getAll } = URLSearchParams.prototype;
  const note = (name: string) => {
    if (!NO_FILTER.includes(name)) for (const names of Object.values(lookedUp)) names.add(name);
  };
  jest.spyOn(URLSearchParams.prototype, 'get').mockImplementation(function (
    this: URLSearchParams,
    name: string,
  ) {
    note(name);
    return get.call(this, name);
  });
  jest.spyOn(URLSearchParams.prototype, 'getAll').mockImplementation(function (
    this: URLSearchParams,
    name: string,
  ) {
    note(name);
    return getAll.call(this, name);
  });
}

const valuesOf = (template: string, name: string): readonly string[] | undefined =>
  ofPath[name === 'id' ? (template.split('/')[1] ?? '') : name];

/** The paths of a template, with every value of each of its parameters. */
const pathsOf = (template: string): string[] =>
  [...template.matchAll(/:(\w+)/g)].reduce(
    (paths, [parameter, name = '']) => {
      const values = valuesOf(template, name);
      if (!values) throw new Error(`no value for ${parameter} of ${template}`);
      return paths.flatMap((path) => values.map((value) => path.replace(parameter, value)));
    },
    [template],
  );

/** The words that lists are chosen by: under any other word only the first is shown. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  ver: ['pendientes', 'rechazadas', 'emitidas'],
  motivo: ['review'],
  estado: ['revision', 'activo'],
  q: ['caja', 'caja9'],
};

/**
 * What is sent: nothing; every parameter with the same value, or with the one that its name says;
 * the RUC after the own one; and each parameter of the route alone, because a list is empty under
 * most filters.
 */
function* sentTo({ method }: Route): Generator<URLSearchParams> {
  const { ruc = '', id = '', reference = '' } = known;
  yield new URLSearchParams();
  const all = (choose: (name: string) => string) =>
    new URLSearchParams([...lookedUp.everywhere].map((name) => [name, choose(name)]));
  for (const value of [ruc, id, reference]) yield all(() => value);
  yield all((name) => known[name] ?? ruc);
  for (const name of lookedUp.here)
    for (const value of [
      ...(WORDS[name] ?? []),
      ...(method === 'get' ? [ruc, known[name] ?? reference] : []),
    ]) {
      yield new URLSearchParams([[name, value]]);
      yield new URLSearchParams([
        ['ruc', own.ruc],
        ['ruc', ruc],
        [name, value],
      ]);
    }
}

interface Tried {
  /** The request and its status. */
  request: string;
  status: number;
  /** What the answer shows of the other business. */
  shown: string[];
}

/** Requests a route in every way that is not refused because of the role. */
async function* tried(by: Browser, route: Route, ficha = ''): AsyncGenerator<Tried> {
  lookedUp.here.clear();
  for (const path of pathsOf(route.path)) {
    const done = new Set<string>();
    // an answer may look up parameters that none before it did
    for (let names = -1; names < lookedUp.everywhere.size; ) {
      names = lookedUp.everywhere.size;
      for (const sent of sentTo(route)) {
        if (done.has(String(sent))) continue;
        done.add(String(sent));
        const answer = await request(by, route, path, sent, ficha);
        const { status } = answer;
        const text = `${NAMING.map((name) => answer.headers.get(name))} ${await answer.text()}`;
        yield { request: `${route.method} ${path}?${sent}: ${status}`, status, shown: shown(text) };
        // what its role may not do is refused before anything is read; an image has no text
        if (status === 403 || answer.headers.get('content-type')?.startsWith('image/')) break;
      }
    }
  }
}

/** Headers that name a file, or a page to go to. */
const NAMING = ['content-disposition', 'location'];

/** A form is sent to an address that has the same parameters. */
function request(
  by: Browser,
  { method }: Route,
  path: string,
  sent: URLSearchParams,
  ficha: string,
): Promise<Response> {
  const target = `${path}?${sent}`;
  if (method === 'get') return by.fetch(target);
  const body = new URLSearchParams([...sent, ['ficha', ficha]]);
  return by.fetch(target, { method: 'POST', body });
}

const shown = (text: string) => secrets.filter((secret) => text.includes(secret));

/** Of the session; it fails when that has ended, after which no route would be reached. */
async function formToken(): Promise<string> {
  const page = await browser.fetch('/cuenta');
  expect(page.status).toBe(200);
  return /name="ficha" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
}

const authenticated = ROUTES.filter(
  (route) => route.guard === 'authenticated' || route.guard === 'business',
);
const gets = authenticated.filter(({ method }) => method === 'get');
const posts = authenticated.filter(({ method }) => method === 'post');

/** All rows of the other business, as one hash for each table. */
async function rowsOfOther(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const [table, { rows }] of Object.entries(TABLES)) {
    if (!rows) continue;
    const condition =
      rows === 'document'
        ? 't.document_id IN (SELECT id FROM documents WHERE business_id = $1)'
        : `t.${rows} = $1`;
    const { rows: found } = await panel.db.pool.query(
      `SELECT count(*) || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS hash
        FROM "${table}" AS t WHERE ${condition}`,
      [Number(known.business)],
    );
    hashes[table] = found[0].hash;
  }
  return hashes;
}

/** Pages that name no business in their text: a new one is named here, or shows what it may not. */
const WITHOUT_BUSINESS = [
  '/',
  // images
  '/negocios/:ruc/pdf/vista',
  // of the user that asked for the rehearsal, found by its token
  '/negocios/:ruc/ensayo/ticket',
  ...['/cuenta', '/cuenta/codigo', '/cuenta/recuperacion', '/confirmar'],
];

/** The forms whose path names neither a business nor a reference: they are of the user alone. */
const OF_THE_USER = [
  ...['/referencias.csv', '/vistas', '/vistas/:id/borrar', '/propuestas/:id/rechazar'],
  ...['/cuenta', '/cuenta/codigo', '/cuenta/codigo/nuevo', '/cuenta/recuperacion'],
  ...['/cuenta/sesiones', '/cuenta/equipos', '/confirmar'],
];

const isOpen = ({ permission }: (typeof authenticated)[number]) =>
  isPermitted('business', permission);

test('the business of each form is that of its path, of its reference or of its user', () => {
  const others = posts.filter(
    (route) =>
      isOpen(route) && route.guard !== 'business' && !route.path.startsWith('/referencias/:id/'),
  );
  expect(others.map(({ path }) => path)).toEqual(OF_THE_USER);
});

async function shows(answers: AsyncIterable<Tried>): Promise<boolean> {
  for await (const answer of answers) if (answer.shown.length > 0) return true;
  return false;
}

test('each page shows an administrator what those of another business may not see', async () => {
  const admin = await panel.as('admin');
  const without: string[] = [];
  for (const route of gets.filter(isOpen)) {
    if (!(await shows(tried(admin, route)))) without.push(route.path);
  }
  expect(without).toEqual(WITHOUT_BUSINESS);
});

test('no page shows anything of another business, whatever its address names', async () => {
  for (const route of gets)
    for await (const answer of tried(browser, route))
      expect({ ...answer, fails: answer.status >= 500 }).toMatchObject({ shown: [], fails: false });
});

test('no form shows or changes anything of another business', async () => {
  const before = await rowsOfOther();
  const ficha = await formToken();
  for (const route of posts)
    for await (const answer of tried(browser, route, ficha))
      expect({ ...answer, fails: answer.status >= 500 }).toMatchObject({ shown: [], fails: false });
  expect(await formToken()).toBe(ficha);
  expect(await rowsOfOther()).toEqual(before);
});

/** Of a business, and of documents, proposals and views, that there are not. */
const UNUSED: Readonly<Record<string, string>> = { ruc: '20000000001', id: '999999999' };

test('what is of another business is answered as what there is not', async () => {
  const ficha = await formToken();
  const answerTo = async (method: string, target: string): Promise<[number, string]> => {
    const headers = { 'X-Request-Id': 'la-misma-1' };
    const form = { method: 'POST', body: new URLSearchParams({ ficha }) };
    const answer = await browser.fetch(target, { ...(method === 'post' && form), headers });
    return [answer.status, await answer.text()];
  };
  let compared = 0;
  for (const { method, path, permission } of authenticated)
    for (const [name, unused] of Object.entries(UNUSED)) {
      if (!path.includes(`:${name}`) || !isPermitted('business', permission)) continue;
      const values = (valuesOf(path, name) ?? []).filter((value) => value !== own.ruc);
      const [none] = pathsOf(path.replace(`:${name}`, unused));
      const unknown = await answerTo(method, none as string);
      for (const value of values) {
        const [target] = pathsOf(path.replace(`:${name}`, value));
        const [status, text] = await answerTo(method, target as string);
        // the page names the address that was asked for
        const same = text.replace(new RegExp(`/${value}(?=[/"])`, 'g'), `/${unused}`);
        expect([target, status, same]).toEqual([target, ...unknown]);
        compared += 1;
      }
    }
  expect(compared).toBeGreaterThan(40);
});

/**
 * The second look at the users of one business: they request every route with everything that can
 * be known of another business in its path, its query and its form. No answer shows anything of the
 * other business, and none of its rows changes.
 *
 * Row security does not do this in the panel: its lists, searches and figures span businesses, and
 * PostgreSQL would not use the statistics and indexes of names under a policy.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addCredential,
  createIssuance,
  propose,
  saveRefusedRequests,
  updateBusiness,
} from '@rafaga/db';
import { ROUTES } from '../../apps/panel/src/routes.js';
import { aBusiness, aDocument, BY } from '../../packages/db/testing/aDocument.js';
import { TABLES } from '../../prisma/privileges.mjs';
import { keepEvidence, startTestPanel, type TestPanel } from '../support/panel.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
let browser: Browser;
let own: { id: number; ruc: string };
/** What can be known of the other business, by the name of a parameter. */
let known: Record<string, string>;
/** What no answer to a user of another business may show. */
let secrets: string[];

/** In every text of the other business that cannot be known. */
const SECRET = 'Zaragatona';
const REFERENCE = 'caja7-2026-11-22-1';

beforeAll(async () => {
  panel = await startTestPanel();
  const { db } = panel;
  own = await aBusiness(db, 'B001');
  const other = await aBusiness(db, 'B7Z7');
  await updateBusiness(db, BY, other.id, { legalName: `${SECRET} S.A.C.`, address: SECRET });
  const { id: userId, email } = await panel.person('business', other.id);
  const documentId = await issued(other.id);
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
  await keepEvidence(db, other.id, documentId, SECRET);
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'broken' WHERE document_id = $1`,
    [documentId],
  );
  known = {
    ruc: other.ruc,
    serie: 'B7Z7',
    clave: apiKey,
    archivo: 'xml',
    que: 'pedido',
    id: String(documentId),
    evidencia: '1',
    causa: 'revision',
    cola: 'emit',
    business: String(other.id),
    user: String(userId),
    proposal: String(proposalId),
    reference: REFERENCE,
  };
  secrets = [SECRET, SECRET.toUpperCase(), email, 'B7Z7-'];
  browser = await panel.as('business', own.id);
});
afterAll(() => panel.stop());

async function issued(businessId: number): Promise<number> {
  const issuance = createIssuance(panel.db);
  const client = { documentType: '1', document: '45678912', name: SECRET };
  const lines = [{ description: SECRET, unitPrice: '118' }];
  const sale = { kind: 'boleta', series: 'B7Z7', client, payment: 'cash', lines };
  const changes = { series: 'B7Z7', reference: REFERENCE, client, sale };
  const result = await issuance.issue(aDocument(businessId, changes));
  await issuance.close();
  if (result.is !== 'issued') throw new Error(result.is);
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

const SOURCES = path.resolve(import.meta.dirname, '../../apps/panel/src');

/** The names of the parameters that the source reads from queries and forms. */
const PARAMETERS = [
  ...new Set(
    readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [
        ...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(
          /\b(?:query|text|raw|all|checked)\('([a-z_]+)'\)/g,
        ),
      ])
      .map(([, name]) => name as string),
  ),
].filter((name) => !['ficha', 'volver'].includes(name));

/** A path with what is known of the other business, or with the own RUC. */
const pathOf = (template: string, ruc: string) =>
  template.replace(/:(\w+)/g, (_, name) => {
    const value = name === 'ruc' ? ruc : known[name];
    if (value === undefined) throw new Error(`no value for :${name} of ${template}`);
    return value;
  });

/**
 * Every parameter has the same value, or the one that its name says; or none is sent, because a
 * list is empty under most filters.
 */
const PARAMETERS_SENT = ['none', 'ruc', 'id', 'reference', 'own'] as const;
const everywhere = (which: (typeof PARAMETERS_SENT)[number]) =>
  new URLSearchParams(
    (which === 'none' ? [] : PARAMETERS).map((name): [string, string] => [
      name,
      (which === 'own' ? known[name] : known[which]) ?? known.ruc ?? '',
    ]),
  );

/** Of the session; it fails when that has ended, after which no route would be reached. */
async function formToken(): Promise<string> {
  const page = await browser.fetch('/cuenta');
  expect(page.status).toBe(200);
  return /name="ficha" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
}

const shown = (text: string) => secrets.filter((secret) => text.includes(secret));

/** Requests a route in every way; names the answers that show something or failed. */
async function leaksOf(
  template: string,
  request: (target: string, sent: URLSearchParams) => Promise<Response>,
): Promise<string[]> {
  const leaks: string[] = [];
  for (const target of new Set([pathOf(template, known.ruc ?? ''), pathOf(template, own.ruc)]))
    for (const which of PARAMETERS_SENT) {
      const sent = everywhere(which);
      const answer = await request(target, sent);
      const found = shown(await answer.text());
      if (found.length > 0 || answer.status >= 500)
        leaks.push(`${target} with ${which}: ${answer.status} ${found}`);
      // what its role may not do is refused before anything is read
      if (answer.status === 403) break;
    }
  return leaks;
}

const authenticated = ROUTES.filter(
  ({ guard }) => guard === 'authenticated' || guard === 'business',
);

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

test('the answers to an operator show what those to the business may not', async () => {
  const operator = await panel.as('admin');
  await operator.open(`/negocios/${known.ruc}`);
  expect(shown(operator.html)).not.toEqual([]);
  for (const page of [`/referencias/${known.id}`, `/salud/${known.causa}`]) {
    await operator.open(page);
    expect([page, shown(operator.html)]).not.toEqual([page, []]);
  }
});

test('no page shows anything of another business, whatever its address names', async () => {
  for (const { method, path: template } of authenticated)
    if (method === 'get')
      expect(await leaksOf(template, (target, sent) => browser.fetch(`${target}?${sent}`))).toEqual(
        [],
      );
});

test('no form shows or changes anything of another business', async () => {
  const before = await rowsOfOther();
  const ficha = await formToken();
  for (const { method, path: template } of authenticated)
    if (method === 'post')
      expect(
        await leaksOf(template, (target, body) => {
          body.set('ficha', ficha);
          return browser.fetch(target, { method: 'POST', body });
        }),
      ).toEqual([]);
  expect(await formToken()).toBe(ficha);
  expect(await rowsOfOther()).toEqual(before);
});

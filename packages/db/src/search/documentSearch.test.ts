/** Documents become searchable by client and amount, in the order of their ids, once each. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { waitFor } from '../../../../test/support/waitFor.js';
import { aBusiness, aDocument } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { createIssuance, type Issuance } from '../issuing/issuance.js';
import { EVERY_BUSINESS } from '../scope.js';
import { filterDocuments } from '../support/filteredDocuments.js';
import { findClientIds } from './clients.js';
import { fillDocumentSearch, SEARCH_AGAIN, searchableTo } from './fillDocumentSearch.js';
import { namePattern, wordsOf } from './searchName.js';

// a database of its own: an open transaction of another test would hold back what is searchable
let own: OwnServers;
let db: TestDb;
let issuance: Issuance;
beforeAll(async () => {
  own = await ownServers();
  db = createTestDb(own.databaseUrl);
  issuance = createIssuance(db);
});
afterAll(async () => {
  await issuance.close();
  await db.close();
  await own.drop();
});

async function issue(businessId: number, name: string, document = '10456789') {
  const client = { documentType: '1', document, name };
  const issued = await issuance.issue(aDocument(businessId, { client, total: '77.70' }));
  if (issued.is !== 'issued') throw new Error(issued.is);
  return issued.id;
}

/** As if it had been issued minutes ago: only what is settled is taken over. */
async function age(id: number, minutes = 1): Promise<number> {
  const { earlier, text } = aging(id, minutes);
  await db.pool.query(`BEGIN; ${text}; COMMIT`);
  return earlier;
}

function aging(id: number, minutes: number) {
  const earlier = id - minutes * 60_000 * 1024;
  const tables = ['emissions.document_id', 'references.document_id', 'documents.id'];
  const sets = tables.map((each) => {
    const [table, column] = each.split('.');
    return `UPDATE "${table}" SET ${column} = ${earlier} WHERE ${column} = ${id}`;
  });
  return { earlier, text: ['SET LOCAL session_replication_role = replica', ...sets].join('; ') };
}

async function fill(): Promise<void> {
  while ((await fillDocumentSearch(db, 500)) > 0);
}

const found = async (filter: Parameters<typeof filterDocuments>[1]) =>
  (await filterDocuments(db, filter, { limit: 10, newestFirst: true })).rows.map(
    ({ documentId }) => documentId,
  );

async function searched(businessId: number): Promise<number> {
  const text = 'SELECT FROM document_search WHERE business_id = $1';
  return (await db.pool.query(text, [businessId])).rowCount ?? 0;
}

test('a document is found by client and amount before and after it is searchable', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const id = await issue(businessId, 'Núñez  Ríos-24, Begoña');
  const ways = [
    { scope: businessId, clientDocument: '10456789' },
    { scope: businessId, clientWords: wordsOf('begona nun') },
    { scope: businessId, clientDocument: 'RIOS-24', clientWords: wordsOf('RIOS-24') },
    { scope: businessId, total: { least: '77.70', most: '77.70' } },
    { scope: businessId },
  ];
  for (const filter of ways) expect(await found(filter)).toEqual([id]);
  const earlier = await age(id);
  await fill();
  expect(await searchableTo(db)).toBeGreaterThanOrEqual(earlier);
  expect(await findClientIds(db, { scope: businessId, words: ['begona'], limit: 5 })).toHaveLength(
    1,
  );
  for (const filter of ways) expect(await found(filter)).toEqual([earlier]);
});

test('a name has the same words as in the database, and its own pattern finds it', async () => {
  const names = [
    'Núñez  Ríos, Begoña',
    'ŠIMIĆ & Ångström',
    'Łódź 7-Eleven S.A.C.',
    'AÁÀÂÄÃáàâäã EÉÈÊËéèêë IÍÌÎÏíìîï OÓÒÔÖÕóòôöõ UÚÙÛÜúùûü NÑñ CÇç',
    `Ñ${'o '.repeat(200)}`,
    '% _ «株式会社» \\d.*',
  ];
  const { rows } = await db.pool.query<{ name: string; found: boolean }>(
    `SELECT search_name(name) AS name, name ~* pattern AS found
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS n (name, pattern, place)
      ORDER BY place`,
    [names, names.map(namePattern)],
  );
  expect(rows.map(({ name }) => name)).toEqual(names.map((name) => wordsOf(name).join(' ')));
  expect(rows.map(({ found }) => found)).toEqual(names.map(() => true));
});

test('a name is found whether its accents are characters of their own or not', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const ids = [];
  for (const form of ['NFD', 'NFC'])
    ids.unshift(await age(await issue(businessId, 'Íñigo Pérez'.normalize(form))));
  const words = ['NFD', 'NFC'].map((form) => wordsOf('Iñigo pérez'.normalize(form)));
  expect(words[0]).toEqual(words[1]);
  await fill();
  expect(await found({ scope: businessId, clientWords: words[0] })).toEqual(
    ids.toSorted((a, b) => b - a),
  );
});

test('the names of one document are clients of their own, and equal ones are one', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const names = ['José Pérez', 'JOSE  PEREZ', 'Josefa Pérez'];
  const ids: number[] = [];
  for (const name of names) ids.push(await age(await issue(businessId, name)));
  await fill();
  const clients = (words: string[]) => findClientIds(db, { scope: businessId, words, limit: 5 });
  expect(await clients(['perez'])).toHaveLength(2);
  expect(await clients(['josefa'])).toHaveLength(1);
  const two = await findClientIds(db, { scope: businessId, words: ['per'], limit: 2 });
  expect(new Set(two).size).toBe(2);
  const newestFirst = (some: number[]) => [...some].sort((a, b) => b - a);
  expect(await found({ scope: businessId, clientWords: ['perez'] })).toEqual(newestFirst(ids));
});

test('a document written under an earlier id is taken over as well', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  for (const name of ['Uno', 'Dos']) await age(await issue(businessId, name));
  await fill();
  const late = await age(await issue(businessId, 'Tres'), 10);
  await db.pool.query(SEARCH_AGAIN, [late]);
  await fill();
  expect(await found({ scope: businessId })).toHaveLength(3);
  expect(await searched(businessId)).toBe(3);
});

test('none is passed while it is written under an earlier id', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const { earlier, text } = aging(await issue(businessId, 'Uno'), 5);
  await age(await issue(businessId, 'Dos'));
  await db.pool.query('UPDATE document_search_progress SET searchable_to = $1', [earlier - 1]);
  const rebuilding = await db.pool.connect();
  await rebuilding.query(`BEGIN; ${text}`);
  await rebuilding.query(SEARCH_AGAIN, [earlier]);
  expect(await fillDocumentSearch(db, 500)).toBe(0);
  await rebuilding.query('COMMIT');
  rebuilding.release();
  await fill();
  expect(await searched(businessId)).toBe(2);
});

test('a document issued after the clock stepped back is taken over as well', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const id = await issue(businessId, 'Uno');
  const ahead = id + 3_600_000 * 1024;
  await db.pool.query('UPDATE document_search_progress SET searchable_to = $1', [ahead]);
  await fill();
  expect(await searchableTo(db)).toBeLessThan(id);
  await age(id);
  await fill();
  expect(await searched(businessId)).toBe(1);
});

test('two processes at once take each document over once', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  for (const name of ['A', 'B', 'C', 'D']) await age(await issue(businessId, name));
  const taken = await Promise.all([fillDocumentSearch(db, 500), fillDocumentSearch(db, 500)]);
  await fill();
  expect(Math.min(...taken)).toBe(0);
  expect(await found({ scope: businessId })).toHaveLength(4);
});

/** Documents of others, newer than all, whose takeover has not come yet. */
async function issueBeside(businessId: number, count: number): Promise<void> {
  await db.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
      INSERT INTO documents (id, business_id, environment, kind, series, number, reference,
        issue_date, currency, client_document_type, client_document, client_name, total, sale,
        totals, answer, request_id)
      SELECT (SELECT max(id) FROM documents) + n, ${businessId}, 'simulator', 'boleta', 'B001',
        1000000 + n, 'beside-' || n, current_date, 'PEN', '1', '1', 'x', 1, '{}', '{}', '', 'q'
      FROM generate_series(1, ${count}) AS n; COMMIT`,
  );
}

test('thousands of newer sales of others hide neither a client nor a business', async () => {
  const [{ id: businessId }, { id: other }] = [
    await aBusiness(db, 'B001'),
    await aBusiness(db, 'B001'),
  ];
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) ids.push(await age(await issue(businessId, 'Zoila Ñu', '10999999')));
  await fill();
  await issueBeside(other, 6_000);
  for (const filter of [
    { scope: EVERY_BUSINESS, clientDocument: '10999999' },
    { scope: businessId },
  ]) {
    expect(await found(filter)).toEqual(ids.toReversed());
    const oldest = await filterDocuments(db, filter, { limit: 10, newestFirst: false });
    expect(oldest.rows.map(({ documentId }) => documentId)).toEqual(ids);
  }
  // a filter that nothing meets is searched to its end, over all of both
  for (const newestFirst of [true, false]) {
    let from: number | undefined;
    for (let pages = 0; ; pages++) {
      const wanted = { scope: other, code: 'none', kind: 'factura' } as const;
      const page = await filterDocuments(db, wanted, { limit: 10, newestFirst, from });
      expect([page.rows, pages < 5]).toEqual([[], true]);
      if (page.lookedTo === null) break;
      from = page.lookedTo;
    }
  }
});

test('a pending document is not skipped when others are settled while a page is read', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  await db.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
      CREATE TEMP TABLE pending ON COMMIT DROP AS
        SELECT (SELECT max(id) FROM documents) + n AS id, n FROM generate_series(1, 20010) AS n;
      INSERT INTO documents (id, business_id, environment, kind, series, number, reference,
        issue_date, currency, client_document_type, client_document, client_name, total, sale,
        totals, answer, request_id)
      SELECT id, ${businessId}, 'simulator', 'boleta', 'B001', n, 'pending-' || n, current_date,
        'PEN', '1', '1', CASE n WHEN 20003 THEN 'Rosa' ELSE 'x' END, 1, '{}', '{}', '', 'q'
      FROM pending;
      INSERT INTO emissions (document_id, business_id, deadline, destination)
      SELECT id, ${businessId}, current_date, 'simulator' FROM pending;
      INSERT INTO "references" (business_id, key, hash, document_id)
      SELECT ${businessId}, 'pending-' || n, sha256('x'), id FROM pending WHERE n = 20003; COMMIT`,
  );
  // with many clients of a name the documents themselves are read
  await db.pool.query(
    `INSERT INTO clients (business_id, document, name)
      SELECT $1, n, 'rosa' FROM generate_series(1, 21) AS n`,
    [businessId],
  );
  // holds the first statement of a page up
  await db.pool.query(`CREATE OR REPLACE FUNCTION search_name(name text) RETURNS text
    LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN lower(name); END $$`);
  const page = (from?: number) =>
    filterDocuments(
      db,
      { scope: businessId, state: 'pending', clientWords: ['rosa'] },
      { limit: 10, newestFirst: false, from },
    );
  const settling = await db.pool.connect();
  await settling.query('SELECT pg_advisory_lock(7)');
  const reading = page();
  await waitFor('the page to be read', async () => {
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    return (await settling.query(waiting)).rowCount === 1;
  });
  await settling.query(
    `DELETE FROM emissions WHERE document_id IN (SELECT document_id FROM emissions
      WHERE business_id = $1 ORDER BY document_id LIMIT 5)`,
    [businessId],
  );
  await settling.query('SELECT pg_advisory_unlock(7)');
  settling.release();
  const { rows, lookedTo } = await reading;
  expect(rows).toEqual([]);
  expect((await page(lookedTo as number)).rows).toHaveLength(1);
});

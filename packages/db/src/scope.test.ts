/** Tests that a read whose business was lost by a fault gives no rows, instead of those of all. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, aDocument } from '../testing/aDocument.js';
import { listAudit } from './admin/audit.js';
import { listProposals } from './admin/listProposals.js';
import { findByKey } from './archiving/findArchived.js';
import type { Db } from './db.js';
import { createIssuance } from './issuing/issuance.js';
import { EVERY_BUSINESS, type Scope } from './scope.js';
import { findSummariesByReference } from './support/documentSummary.js';
import { filterDocuments } from './support/filteredDocuments.js';
import { searchDocuments } from './support/searchDocuments.js';
import { seriesBelow } from './support/seriesBelow.js';
import { countStuckDocuments, listStuckDocuments } from './support/stuckDocuments.js';
import { summarizeBusinesses } from './support/summarizeBusinesses.js';

const db = aDb();
const page = { limit: 10, newestFirst: true };
let business = 0;
let reference = '';
beforeAll(async () => {
  ({ id: business } = await aBusiness(db, 'B001'));
  const document = aDocument(business);
  reference = document.reference;
  const issuance = createIssuance(db);
  await issuance.issue(document);
  await issuance.close();
});
afterAll(() => db.close());

type Read = (db: Db, scope: Scope) => Promise<readonly unknown[]>;

const READS: Readonly<Record<string, Read>> = {
  audit: (db, scope) => listAudit(db, { scope }),
  businesses: (db, scope) => summarizeBusinesses(db, { scope, limit: 10 }),
  counts: countStuckDocuments,
  documents: async (db, scope) => (await filterDocuments(db, { scope }, page)).rows,
  pending: async (db, scope) => (await filterDocuments(db, { scope, state: 'open' }, page)).rows,
  proposals: (db, scope) => listProposals(db, { scope }),
  reference: async (db, scope) => findSummariesByReference(db, reference, scope),
  key: (db, scope) => findByKey(db, reference, scope),
  search: (db, scope) => searchDocuments(db, reference, { scope }),
  series: (db, scope) => seriesBelow(db, 'B001-99999', { scope, limit: 10 }),
  stuck: (db, scope) => listStuckDocuments(db, { scope }),
};

test.each(Object.entries(READS))('%s: none without a business', async (_name, read) => {
  const lost = undefined as unknown as Scope;
  const rows = await read(db, lost).catch((error: Error) => {
    expect(error).toBeInstanceOf(TypeError);
    return [];
  });
  expect(rows).toEqual([]);
});

test.each(['businesses', 'documents', 'pending', 'reference', 'key', 'search', 'series'])(
  '%s: those of the business, and among those of every one',
  async (name) => {
    const read = READS[name] as Read;
    expect(await read(db, business)).toHaveLength(1);
    expect(await read(db, EVERY_BUSINESS)).not.toEqual([]);
    expect(await read(db, 0)).toEqual([]);
  },
);

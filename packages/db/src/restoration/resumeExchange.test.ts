/** Tests what a document goes on with, of which the file store has more than the database. */
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, aDocument } from '../../testing/aDocument.js';
import { claim } from '../exchange/claim.js';
import { createIssuance } from '../issuing/issuance.js';
import { resumeExchange } from './resumeExchange.js';

const db = aDb();
const issuance = createIssuance(db);
afterAll(async () => {
  await issuance.close();
  await db.close();
});

const FILE = { sha256: Buffer.alloc(32, 1), bytes: 10, objectKey: 'a/b' };
const ISSUER = { ruc: '20123456786', legalName: 'X' };

test('the send of a document that was signed may have arrived without an answer', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const issued = await issuance.issue(aDocument(businessId));
  const id = issued.is === 'issued' ? issued.id : 0;
  const signed = { issuer: ISSUER, digest: 'd', qr: 'q', at: new Date(), xml: FILE, zip: FILE };
  expect(await resumeExchange(db, id, { signed })).toBe(true);
  expect(await claim(db, id, 'w1')).toMatchObject({ sends: 1, unanswered: true });
});

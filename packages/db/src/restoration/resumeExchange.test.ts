/** Tests what a document goes on with, of which the file store has more than the database. */
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, aDocument, BY } from '../../testing/aDocument.js';
import { SIGNED } from '../../testing/signed.js';
import { claim } from '../exchange/claim.js';
import { createIssuance } from '../issuing/issuance.js';
import { resumeDocument } from '../support/resume.js';
import { resumeExchange } from './resumeExchange.js';

const db = aDb();
const issuance = createIssuance(db);
afterAll(async () => {
  await issuance.close();
  await db.close();
});

const FOUND = { signed: { ...SIGNED, at: new Date() } };

/** The id of a document that no worker has claimed. */
async function issued(): Promise<number> {
  const { id: businessId } = await aBusiness(db, 'B001');
  const result = await issuance.issue(aDocument(businessId));
  return result.is === 'issued' ? result.id : 0;
}

test('the send of a document that was signed may have arrived without an answer', async () => {
  const id = await issued();
  expect(await resumeExchange(db, id, FOUND)).toBe(true);
  expect(await claim(db, id, 'w1')).toMatchObject({ sends: 1, unanswered: true });
});

test('so may that of a document in review, once a person resumes it', async () => {
  const id = await issued();
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'crashes' WHERE document_id = $1`,
    [id],
  );
  expect(await resumeExchange(db, id, FOUND)).toBe(true);
  expect(await resumeDocument(db, BY, id)).toBe(true);
  expect(await claim(db, id, 'w1')).toMatchObject({ sends: 1, unanswered: true });
});

/** Tests in which order inquiries are taken when a worker cannot open what one needs. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { aBusiness, aDocument, BY } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { createIssuance } from '../issuing/issuance.js';
import { findInquiry, requestInquiry } from '../support/inquiries.js';
import { leaveInquiry, takeInquiry } from './openInquiries.js';

let own: OwnServers;
let db: TestDb;
beforeAll(async () => {
  own = await ownServers();
  db = createTestDb(own.databaseUrl);
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

test('an inquiry that a worker leaves is taken again after those that wait', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  const ids: number[] = [];
  for (let number = 1; number <= 2; number++) {
    const issued = await issuance.issue(aDocument(businessId));
    if (issued.is === 'issued') ids.push(issued.id);
  }
  await issuance.close();
  for (const documentId of ids) await requestInquiry(db, BY, { documentId, businessId });
  const next = async () => {
    const taken = await takeInquiry(db, 'w1');
    if (taken) await leaveInquiry(db, 'w1', taken.id);
    return taken?.documentId;
  };
  expect([await next(), await next(), await next()]).toEqual([ids[0], ids[1], ids[0]]);
  expect(await findInquiry(db, ids[0] ?? 0)).toMatchObject({ takenAt: null });
  await takeInquiry(db, 'w1');
  expect(await findInquiry(db, ids[1] ?? 0)).toMatchObject({ takenAt: expect.any(Date) });
});

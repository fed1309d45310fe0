/** Tests that a restored database is detected by its numbers when connections do not end. */
import { expect, test } from '@jest/globals';
import { createIssuance, openedRestoration, Restoring } from '@rafaga/db';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { ownServers } from '../support/servers.js';

test('an older database behind the same connection is detected by a repeated number', async () => {
  const servers = await ownServers();
  const db = createTestDb(servers.databaseUrl, { max: 2 });
  const issuance = createIssuance(db);
  try {
    const { id } = await aBusiness(db, 'B001');
    await Promise.all(Array.from({ length: 30 }, () => issuance.issue(aDocument(id))));
    // a number that the caller chooses is no sign of an older database
    expect((await issuance.issue(aDocument(id, { number: 40 }))).is).toBe('issued');
    expect(await issuance.issue(aDocument(id))).toMatchObject({ is: 'issued', number: 41 });
    // as behind a pooler that connects to the restored server
    await db.pool.query(
      `SET session_replication_role = replica; DELETE FROM emissions; DELETE FROM documents;
        DELETE FROM "references";
        UPDATE series SET last_number = 5; SET session_replication_role = origin`,
    );
    const repeated = aDocument(id, { reference: 'otra' });
    expect(await issuance.issue(repeated)).toMatchObject({ is: 'review' });
    await expect(issuance.issue(aDocument(id))).rejects.toThrow(Restoring);
    expect(await issuance.issue(repeated)).toMatchObject({ is: 'review' });
    expect((await openedRestoration(db))?.reason).toContain('ya había dado');
  } finally {
    await issuance.close();
    await db.close();
    await servers.drop();
  }
});

/** Tests that numbers which were acknowledged and could not be recovered are not given again. */
import { expect, test } from '@jest/globals';
import {
  addSeries,
  beginRestoration,
  createIssuance,
  endRestoration,
  finishStep,
  openedRestoration,
  proposeEnd,
} from '@rafaga/db';
import { emptyReport } from '../../apps/worker/src/restoration/rebuildReport.js';
import { aBusiness, aDocument, BY } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { ownServers } from '../support/servers.js';

type Marked = Parameters<typeof endRestoration>[3]['series'];

async function restore(db: TestDb, series: Marked): Promise<void> {
  await beginRestoration(db, { ...BY, reason: 'test' });
  const id = (await openedRestoration(db))?.id ?? 0;
  await finishStep(db, { id, epoch: 0 }, 'rebuild', emptyReport());
  await proposeEnd(db, { actor: 'ana' }, 1);
  const proposedAt = (await openedRestoration(db))?.proposedAt ?? new Date(0);
  await endRestoration(db, { actor: 'luis' }, proposedAt, { ids: [], series });
}

test('a series that is added after a restoration goes on after the lost numbers', async () => {
  const servers = await ownServers();
  const db = createTestDb(servers.databaseUrl, { max: 2 });
  const issuance = createIssuance(db);
  try {
    const { id, ruc } = await aBusiness(db);
    const environment = 'simulator';
    await restore(db, [{ ruc, environment, kind: 'boleta', series: 'B009', number: 50 }]);
    await addSeries(db, BY, id, 'B009');
    await addSeries(db, BY, id, 'B001');
    const numbers = [
      await issuance.issue(aDocument(id, { series: 'B009' })),
      await issuance.issue(aDocument(id)),
    ];
    expect(numbers).toEqual([
      expect.objectContaining({ is: 'issued', number: 51 }),
      expect.objectContaining({ is: 'issued', number: 1 }),
    ]);
  } finally {
    await issuance.close();
    await db.close();
    await servers.drop();
  }
});

/** Tests a rebuild beside a month whose documents are in the archive alone. */
import { expect, test } from '@jest/globals';
import { detachMonth } from '@rafaga/db';
import { rafagaIn } from '../support/cli.js';
import { issueInThePast, searchable } from '../support/pastMonth.js';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';
import { anInstallation } from './copy.js';
import { restorationOf } from './restorationOf.js';

test('documents of a detached month are known, and none is said to be lost', async () => {
  const own = await anInstallation();
  try {
    const db = own.db();
    const month = await issueInThePast(db);
    const [api] = [await own.api(), await own.worker()];
    for (const reference of ['a', 'b'])
      await untilIssued(() => api.boleta(own.tenant.credentials, {}, reference));
    await waitFor('every document to be settled', async () => {
      const { rowCount } = await db.pool.query(
        'SELECT document_id FROM emissions UNION ALL SELECT document_id FROM pending_cdrs',
      );
      return rowCount === 0;
    });
    await searchable(db);
    const rafaga = rafagaIn(own.home, {
      DATABASE_URL: own.databaseUrl,
      RAFAGA_ARCHIVE_KEY: Buffer.alloc(32, 4).toString('base64'),
    });
    expect(await rafaga('archivar', 'crear', month)).toMatchObject({ code: 0 });
    await detachMonth(db, month);

    const run = restorationOf(own);
    await run('iniciar', '--motivo', 'prueba');
    expect((await run('reconstruir')).reconstruido).toMatchObject({
      documents: 0,
      withoutReference: 0,
      failed: [],
    });
  } finally {
    await own.stop();
  }
});

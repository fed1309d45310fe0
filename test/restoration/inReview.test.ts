/** Tests documents that were in review at the time of the backup and were settled after it. */
import { expect, test } from '@jest/globals';
import { resumeDocument } from '@rafaga/db';
import { BY } from '../../packages/db/testing/aDocument.js';
import { createTenant } from '../support/tenant.js';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';
import { anInstallation, type Installation } from './copy.js';
import { restorationOf } from './restorationOf.js';

const untilSettled = (own: Installation) => {
  const db = own.db();
  return waitFor('every document to be settled or in review', async () => {
    const { rows } = await db.pool.query(`SELECT FROM emissions WHERE stage <> 'review'`);
    return rows.length === 0;
  });
};

async function epochOf(own: Installation, id: number): Promise<number> {
  const sql = 'SELECT epoch FROM emissions WHERE document_id = $1';
  return (await own.db().pool.query<{ epoch: number }>(sql, [id])).rows[0]?.epoch ?? 0;
}

test('a document that left its review after the backup is not signed again', async () => {
  const own = await anInstallation();
  try {
    // without them, nothing but its CDR proves the boleta
    const { credentials } = await createTenant(own.db(), { consult: false });
    const first = await own.api();
    const sold = await untilIssued(() => first.boleta(credentials, {}, 'a'));
    const { id } = sold.json.datos as { id: number };
    await own.db().pool.query(`UPDATE emissions SET stage = 'review', review_reason = 'crashes'`);
    const copy = await own.backup();
    await resumeDocument(own.db(), BY, id);
    await own.worker();
    await untilSettled(own);
    const before = await own.api();
    const xml = await before.get(`/v1/boletas/${id}/xml`, credentials);
    expect(xml.status).toBe(200);
    await own.restore(copy);

    await own.worker();
    const api = await own.api();
    const run = restorationOf(own);
    await run('iniciar', '--motivo', 'prueba');
    const epoch = await epochOf(own, id);
    await run('reconstruir');
    // a bulk operation that planned it finds it changed
    expect(await epochOf(own, id)).toBeGreaterThan(epoch);
    await run('terminar', '--persona', 'ana', '--saltar', '20', '--motivo', 'prueba');
    await run('terminar', '--persona', 'luis', '--saltar', '20');
    await resumeDocument(own.db(), BY, id);
    await untilSettled(own);
    const after = await api.get(`/v1/boletas/${id}/xml`, credentials);
    expect(after.text).toBe(xml.text);
    const record = await api.get(`/v1/boletas/${id}`, credentials);
    expect(record.json.datos).toMatchObject({ fiscal: { estado: 'aceptado' } });
  } finally {
    await own.stop();
  }
});

/** Tests a restoration when the journal, or all files, were lost together with the database. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { zipOne } from '@rafaga/engine';
import { createFolderStore, objectKey } from '@rafaga/storage';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';
import { anInstallation, type Installation } from './copy.js';
import { restorationOf } from './restorationOf.js';

/** Issues two documents of each kind after a backup, restores it and deletes the `lost` folders. */
async function soldAndRestored(own: Installation, lost: readonly string[]): Promise<number> {
  const copy = await own.backup();
  const [api, worker] = [await own.api(), await own.worker()];
  const [first] = await Promise.all(
    [api.boleta, api.boleta, api.factura, api.factura].map((issue, at) =>
      untilIssued(() => issue(own.tenant.credentials, {}, `sold-${at}`)),
    ),
  );
  const db = own.db();
  const open = 'SELECT count(*)::int AS count FROM emissions';
  await waitFor(
    'every document to be settled',
    async () => (await db.pool.query<{ count: number }>(open)).rows[0]?.count === 0,
  );
  await worker.stop();
  await own.restore(copy);
  for (const folder of lost) await rm(path.join(own.filesDir, folder), { recursive: true });
  return first?.json.datos.id as number;
}

test('without the journal, signed documents are rebuilt from their XML', async () => {
  const own = await anInstallation();
  try {
    const id = await soldAndRestored(own, ['journal']);
    const { ruc } = own.tenant;
    const foreign = zipOne(`${ruc}-03-B001-9.xml`, Buffer.from('<Invoice/>'));
    const name = objectKey({ ruc, id: id + 1_024_000 }, `${ruc}-03-B001-9.zip`);
    await createFolderStore(own.filesDir).put(name, foreign);
    const api = await own.api();
    await own.worker();
    expect((await api.boleta(own.tenant.credentials)).json.codigo).toBe('restauracion');
    const run = restorationOf(own);
    const { reconstruido } = await run('reconstruir');
    const unreadable = { id: id + 1_024_000, ruc, number: 'B001-9', reason: 'unreadable' };
    expect(reconstruido).toMatchObject({
      documents: 0,
      withoutReference: 4,
      failed: [unreadable],
    });
    const record = await api.get(`/v1/boletas/${id}`, own.tenant.credentials);
    expect([record.status, record.json.datos]).toMatchObject([
      200,
      {
        fiscal: { estado: 'aceptado' },
        cliente: { num_doc: '45678912', razon_social: 'María Ñahui Quispe' },
        totales: { mto_imp_venta: 68.9 },
      },
    ]);
    for (const file of ['xml', 'cdr', 'pdf'])
      expect((await api.get(`/v1/boletas/${id}/${file}`, own.tenant.credentials)).status).toBe(200);
    await run('preguntar', '--tramo', '2');
    await run('terminar', '--persona', 'ana', '--motivo', 'prueba');
    await run('terminar', '--persona', 'luis', '--saltar', '0');
    // the number of what could not be read is not given again
    expect((await api.boleta(own.tenant.credentials)).json.datos.numero_completo).toBe('B001-10');
  } finally {
    await own.stop();
  }
});

test('without files SUNAT is queried upwards; series it cannot be queried for jump', async () => {
  const own = await anInstallation();
  try {
    await soldAndRestored(own, ['.']);
    const run = restorationOf(own);
    expect(await run()).toEqual({ abierta: false });
    await run('iniciar', '--motivo', 'se perdió el servidor entero');
    const api = await own.api();
    await own.worker();
    expect((await api.boleta(own.tenant.credentials)).json.codigo).toBe('restauracion');
    await run('reconstruir');
    const { preguntado } = await run('preguntar', '--tramo', '3');
    expect(preguntado.series).toContainEqual(
      expect.objectContaining({ series: 'F001', registered: [1, 2], complete: true }),
    );
    await run(
      'terminar',
      '--persona',
      'ana',
      '--saltar',
      '20',
      '--motivo',
      'no se sabe de boletas',
    );
    expect((await run('terminar', '--persona', 'luis', '--saltar', '20')).saltos).toEqual([
      { ruc: own.tenant.ruc, series: 'B001', next: 21 },
    ]);
    const numbers = [
      await api.boleta(own.tenant.credentials),
      await api.factura(own.tenant.credentials),
    ].map(({ json }) => json.datos.numero_completo);
    expect(numbers).toEqual(['B001-21', 'F001-3']);
  } finally {
    await own.stop();
  }
});

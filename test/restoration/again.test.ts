/** Tests a rebuild that runs again: its result is that of one that ran once. */
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createTenant, type Tenant } from '../support/tenant.js';
import { untilIssued } from '../support/untilIssued.js';
import { anInstallation, type Installation } from './copy.js';
import { restorationOf } from './restorationOf.js';

async function sell(own: Installation, { credentials }: Tenant, reference: string) {
  const api = await own.api();
  const reply = await untilIssued(() => api.boleta(credentials, {}, reference));
  // the journal has it then
  await api.stop();
  return reply;
}

/** Makes the journal so far look as written a month ago. */
async function ageJournal({ filesDir }: Installation): Promise<void> {
  const packs = path.join(filesDir, 'journal', 'packs');
  const [day = ''] = await readdir(packs);
  const before = new Date(Date.parse(day) - 30 * 86_400_000).toISOString().slice(0, 10);
  await rename(path.join(packs, day), path.join(packs, before));
}

test('a business that is created after a rebuild gets its documents by the next one', async () => {
  const own = await anInstallation();
  try {
    const copy = await own.backup();
    const late = await createTenant(own.db());
    const sold = await sell(own, late, 'first');
    await ageJournal(own);
    await sell(own, own.tenant, 'second');
    await own.restore(copy);
    await rm(path.join(own.filesDir, 'marks'), { recursive: true });
    await own.worker();
    const run = restorationOf(own);
    await run('iniciar', '--motivo', 'una copia de hace un mes');
    const { reconstruido } = await run('reconstruir');
    expect(reconstruido).toMatchObject({
      documents: 1,
      failed: [{ ruc: late.ruc, reason: 'no_business' }],
    });

    const again = await createTenant(own.db(), { ruc: late.ruc });
    const series = [own.tenant.ruc, late.ruc].map((ruc) =>
      expect.objectContaining({ ruc, series: 'B001', from: 1, to: 1, documents: 1 }),
    );
    expect((await run('reconstruir')).reconstruido).toMatchObject({
      documents: 2,
      series: expect.arrayContaining(series),
      failed: [],
    });
    const api = await own.api();
    const replay = await api.boleta(again.credentials, {}, 'first');
    expect([replay.status, replay.text]).toEqual([201, sold.text]);

    await run('terminar', '--persona', 'ana', '--saltar', '20', '--motivo', 'prueba');
    const { saltos } = await run('terminar', '--persona', 'luis', '--saltar', '20');
    expect(saltos).toHaveLength(2);
  } finally {
    await own.stop();
  }
});

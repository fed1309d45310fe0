/** Tests a file store that lost what the database has, as a copy that is some seconds older. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { hashAndSize } from '@rafaga/storage';
import type { Calls } from '../support/api.js';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';
import { anInstallation, type Installation } from './copy.js';
import { restorationOf } from './restorationOf.js';

const control = (own: Installation, to: string, body: object) =>
  fetch(`${own.simulatorUrl}/control/${to}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const untilCounted = (own: Installation, what: string, left: string, count: number) =>
  waitFor(what, async () => {
    const { rows } = await own.db().pool.query(`SELECT FROM emissions WHERE ${left}`);
    return rows.length === count;
  });

/** Each process keeps a pack open for a second after it was read. */
async function untilLost(own: Installation, api: Calls, xmlPath: string): Promise<void> {
  const isLost = async () => (await api.get(xmlPath, own.tenant.credentials)).status === 404;
  await waitFor('the file to be lost', isLost, { everyMs: 1_500 });
}

/** The paths of two facturas and a boleta that are accepted, and of a boleta that is not sent. */
async function issued(own: Installation, api: Calls): Promise<string[]> {
  const issue = async (kind: 'boleta' | 'factura', reference: string) => {
    const reply = await untilIssued(() => api[kind](own.tenant.credentials, {}, reference));
    return `/v1/${kind}s/${reply.json.datos.id}`;
  };
  const accepted = [
    await issue('factura', 'a'),
    await issue('factura', 'b'),
    await issue('boleta', 'c'),
  ];
  await untilCounted(own, 'three documents to be settled', 'true', 0);
  await control(own, 'caida', { modo: 'corte', servicios: ['envio'] });
  const pending = await issue('boleta', 'd');
  await untilCounted(own, 'the last one to be signed', `stage <> 'recorded'`, 1);
  return [...accepted, pending];
}

test('signed files are made again byte for byte, and SUNAT gives CDRs of facturas', async () => {
  const own = await anInstallation();
  try {
    const api = await own.api();
    const worker = await own.worker();
    const paths = await issued(own, api);
    const get = (calls: Calls, of: string) => calls.get(of, own.tenant.credentials);
    const xmls = await Promise.all(paths.map((each) => get(api, `${each}/xml`)));
    const [factura, , boleta, pending] = paths as [string, string, string, string];
    const cdr = await get(api, `${factura}/cdr`);
    expect([...xmls, cdr].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await worker.stop();
    await api.stop();
    await rm(path.join(own.filesDir, 'packs'), { recursive: true });

    const after = await own.api();
    const run = restorationOf(own);
    await run('iniciar', '--motivo', 'se perdió el disco de los archivos');
    await untilLost(own, after, `${boleta}/xml`);
    await own.worker();
    const { reconstruido } = await run('reconstruir');
    expect(reconstruido.files).toEqual({
      since: expect.stringMatching(/^20/),
      signedAgain: 4,
      cdrs: [expect.any(Number), expect.any(Number)],
      boletaCdrs: 1,
      lost: 0,
    });
    for (const [at, each] of paths.entries())
      expect((await get(after, `${each}/xml`)).text).toBe(xmls[at]?.text);
    expect((await get(after, `${boleta}/pdf`)).status).toBe(200);

    const { preguntado } = await run('preguntar', '--tramo', '1');
    expect(preguntado.cdrs).toEqual({ restored: 2, lost: {} });
    expect((await get(after, `${factura}/cdr`)).text).toBe(cdr.text);
    expect((await get(after, `${boleta}/cdr`)).status).toBe(404);

    // what was made again is not lost any more
    expect((await run('reconstruir')).reconstruido.files).toMatchObject({
      signedAgain: 0,
      cdrs: [],
      boletaCdrs: 1,
    });
    await control(own, 'normal', {});
    await run('terminar', '--persona', 'ana', '--saltar', '1', '--motivo', 'prueba');
    await run('terminar', '--persona', 'luis', '--saltar', '1');
    await untilCounted(own, 'the last one to be settled', 'true', 0);
    expect((await get(after, pending)).json.datos).toMatchObject({
      fiscal: { estado: 'aceptado' },
    });
  } finally {
    await own.stop();
  }
});

test('a signed file that is lost before it is sent is made again, and sent', async () => {
  const own = await anInstallation();
  try {
    const api = await own.api();
    const worker = await own.worker();
    await control(own, 'caida', { modo: 'corte', servicios: ['envio'] });
    const sold = await untilIssued(() => api.boleta(own.tenant.credentials, {}, 'a'));
    const { id } = sold.json.datos as { id: number };
    await untilCounted(own, 'it to be signed', `stage <> 'recorded'`, 1);
    const xmlPath = `/v1/boletas/${id}/xml`;
    const xml = await api.get(xmlPath, own.tenant.credentials);
    await worker.stop();
    await rm(path.join(own.filesDir, 'packs'), { recursive: true });
    await untilLost(own, await own.api(), xmlPath);
    await control(own, 'normal', {});
    await own.worker();
    await untilCounted(own, 'it to be settled', 'true', 0);
    const again = await api.get(xmlPath, own.tenant.credentials);
    expect([again.status, again.text]).toEqual([200, xml.text]);
    const { rows } = await own
      .db()
      .pool.query(`SELECT sha256 FROM files WHERE document_id = $1 AND kind = 'xml'`, [id]);
    expect(hashAndSize(Buffer.from(again.text)).sha256).toEqual(rows[0].sha256);
  } finally {
    await own.stop();
  }
});

test('a database from before the signature finds the file that was made again', async () => {
  const own = await anInstallation();
  try {
    const copy = await own.backup();
    const api = await own.api();
    const worker = await own.worker();
    const sold = await untilIssued(() => api.boleta(own.tenant.credentials, {}, 'a'));
    await untilCounted(own, 'it to be settled', 'true', 0);
    const xmlPath = `/v1/boletas/${sold.json.datos.id}/xml`;
    const xml = await api.get(xmlPath, own.tenant.credentials);
    await worker.stop();
    await api.stop();
    await rm(path.join(own.filesDir, 'packs'), { recursive: true });
    await untilLost(own, await own.api(), xmlPath);
    await own.worker();
    const run = restorationOf(own);
    await run('iniciar', '--motivo', 'se perdió el disco de los archivos');
    expect((await run('reconstruir')).reconstruido.files).toMatchObject({ signedAgain: 1 });

    await own.restore(copy);
    const after = await own.api();
    await own.worker();
    expect((await after.boleta(own.tenant.credentials)).json.codigo).toBe('restauracion');
    const { reconstruido } = await run('reconstruir');
    expect(reconstruido).toMatchObject({ documents: 1, signed: 1, settled: 0, failed: [] });
    const again = await after.get(xmlPath, own.tenant.credentials);
    expect([again.status, again.text]).toEqual([200, xml.text]);
  } finally {
    await own.stop();
  }
});

/** Tests that documents are issued, shown, saved and found from the terminal. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { printOn } from '../print/printer.js';
import { aBusiness } from '../support/business.js';
import { apiSettings, PROGRAM, rafagaIn } from '../support/cli.js';
import { corruptFile } from '../support/packedFile.js';
import { aReference } from '../support/saleBody.js';
import { discard, settle } from '../support/settle.js';
import { waitFor } from '../support/waitFor.js';
import { cliWithTenant } from './cliWithTenant.js';

const { fixture, home, rafaga, saleFile, issued } = cliWithTenant();

test('a sale in a file becomes a document', async () => {
  const run = await rafaga('emitir', saleFile(), '--json');
  expect(run.code).toBe(0);
  expect(run.json).toMatchObject({
    estado: 'exito',
    datos: { id: expect.any(Number), numero_completo: expect.stringMatching(/^B001-\d+$/) },
  });
});

test('the same reference issues nothing twice', async () => {
  const file = saleFile();
  const reference = aReference();
  const first = await rafaga('emitir', file, '--referencia', reference, '--json');
  const second = await rafaga('emitir', file, '--referencia', reference, '--json');
  expect(second.stdout).toBe(first.stdout);
  expect((await rafaga('emitir', file, '--referencia', reference)).stdout).toContain(
    'ya se había emitido',
  );
});

test('every fault that the API finds is shown under its field', async () => {
  const file = saleFile({ fecha_emision: 'ayer', items: [] });
  const run = await rafaga('emitir', file);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('HTTP 422');
  expect(run.stderr).toContain('  fecha_emision: ');
  expect(run.stderr).toContain('  items: ');
  const json = JSON.parse((await rafaga('emitir', file, '--json')).stderr);
  expect(json).toMatchObject({ http: 422, errores: { fecha_emision: [expect.any(String)] } });
});

test.each([
  ['no-esta.json', 'No se puede leer'],
  ['roto.json', 'no es JSON: revisa comillas, comas y llaves.'],
  ['lista.json', 'un objeto JSON'],
])('the sale file %s is refused with the reason', async (name, message) => {
  writeFileSync(path.join(home, 'roto.json'), '{');
  writeFileSync(path.join(home, 'lista.json'), '[]');
  const run = await rafaga('emitir', name);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(message);
});

test('an API that does not answer is reported with the reference to repeat', async () => {
  const run = await rafaga(
    'emitir',
    saleFile(),
    '--referencia',
    'venta-7',
    '--url',
    'http://127.0.0.1:9/v1',
    '--json',
  );
  expect(run.code).toBe(1);
  expect(JSON.parse(run.stderr)).toMatchObject({
    referencia: 'venta-7',
    error:
      'La API no responde en 127.0.0.1:9: conexión rechazada [ECONNREFUSED]. ' +
      'Repite con la misma referencia: --referencia venta-7',
  });
});

test('an answer that is none of the API, or its 503, names the reference to repeat', async () => {
  const answers = ['<html>502 Bad Gateway</html>', '{"mensaje":"Sin confirmar.","codigo":"x"}'];
  const { server: proxy, url } = await serverOf((_request, response) => {
    response.writeHead(503).end(answers.shift());
  });
  for (const message of ['no es de la API de Ráfaga.', 'Sin confirmar. (HTTP 503)']) {
    const run = await rafaga('emitir', saleFile(), '--url', url, '--json');
    const { error, referencia } = JSON.parse(run.stderr);
    expect(referencia).toMatch(/^cli-/);
    expect(error).toContain(
      `${message} Repite con la misma referencia: --referencia ${referencia}`,
    );
  }
  proxy.close();
});

test('a command that ends without an answer has named the reference to repeat', async () => {
  const { server, url } = await serverOf(() => void run.kill('SIGKILL'));
  const env = { RAFAGA_HOME: home, ...apiSettings(fixture.api, fixture.tenant) };
  const words = [PROGRAM, 'emitir', saleFile(), '--url', url];
  const run = execFile(process.execPath, words, { env });
  expect(await text(run.stderr as Readable)).toMatch(/^Referencia: cli-\S+\n$/);
  server.close();
});

async function serverOf(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

test('a document is shown with its pending work', async () => {
  const { id, reference } = await issued();
  const run = await rafaga('documento', 'ver', String(id), '--json');
  expect(run.json).toMatchObject({
    id,
    ruc: fixture.tenant.ruc,
    tipo: 'boleta',
    estado: 'pendiente',
    referencia: { clave: reference, estado: 'finalizada' },
    pendiente: { etapa: 'registrado', intentos: 0 },
    historia: [],
  });
  expect((await rafaga('documento', 'ver', String(id))).stdout).toContain(
    'Ningún worker lo ha tomado todavía.',
  );
});

test('stored files of a document are saved, and missing or damaged ones are named', async () => {
  const { id } = await issued();
  const nothing = await rafaga('documento', 'descargar', String(id), '--archivo', 'xml');
  expect(nothing).toMatchObject({ code: 1, stdout: '' });
  expect(nothing.stderr).toContain('Todavía no está: xml');
  const { createFolderStore } = await import('@rafaga/storage');
  const { objectKey, sha256, bytes } = await createFolderStore(path.join(home, 'files')).put(
    `k/${id}.xml`,
    Buffer.from('<Invoice/>'),
  );
  await fixture.api.db.pool.query(
    `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
      VALUES ($1, 'xml', $2, $3, $4)`,
    [id, sha256, bytes, objectKey],
  );
  const folder = path.join(home, `out-${id}`);
  const some = await rafaga('documento', 'descargar', String(id), '--carpeta', folder, '--json');
  expect(some.json).toEqual({
    id,
    archivos: { xml: expect.stringMatching(/20\d{9}-03-B001-\d+\.xml$/) },
    faltan: ['cdr', 'pdf'],
  });
  expect(readFileSync(some.json.archivos.xml, 'utf8')).toBe('<Invoice/>');

  await corruptFile(path.join(home, 'files'), objectKey);
  expect(await rafaga('documento', 'descargar', String(id), '--archivo', 'xml')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `No se puede descargar ${objectKey} del almacén: sus bytes cambiaron.`,
    ),
  });
});

test('a stored PDF that is lost is drawn by the API', async () => {
  const { id } = await issued();
  const { api, tenant } = fixture;
  await settle(api, tenant, id);
  await api.db.pool.query(
    `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
      VALUES ($1, 'pdf-a4', $2, 1, 'k/gone.pdf')`,
    [id, Buffer.alloc(32)],
  );
  const words = ['documento', 'descargar', String(id), '--archivo', 'pdf', '--json'];
  const drawn = await waitFor('the drawing', async () => {
    const run = await rafaga(...words, '--carpeta', path.join(home, `out-${id}`));
    return run.code === 0 && run;
  });
  expect(readFileSync(drawn.json.archivos.pdf).subarray(0, 5).toString()).toBe('%PDF-');
});

test('credentials of another business are named when a PDF is to be drawn', async () => {
  const { id } = await issued();
  const other = await aBusiness(fixture.api.db);
  const asOther = rafagaIn(home, apiSettings(fixture.api, other));
  expect(await asOther('documento', 'descargar', String(id), '--archivo', 'pdf')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No hay un comprobante de este tipo'),
  });
});

test('a document that was discarded unsigned has nothing to save or print', async () => {
  const { id } = await issued();
  await discard(fixture.api, fixture.tenant, id);
  for (const words of ['descargar', 'imprimir'])
    expect(await rafaga('documento', words, String(id))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Se descartó sin firmarse'),
    });
});

test('a signed document is written as bytes for a ticket printer', async () => {
  const { id } = await issued();
  const print = (...words: string[]) => rafaga('documento', 'imprimir', String(id), ...words);
  expect((await print()).stderr).toContain('Aún no se ha firmado');
  await fixture.api.db.pool.query(
    `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at)
      VALUES ($1, $2, $3, 'abc=', 'qr of this sale', now())`,
    [id, fixture.tenant.id, { ruc: fixture.tenant.ruc, legalName: 'Bodega Ñandú' }],
  );
  const file = path.join(home, 'ticket.bin');
  const run = await print('--perfil', 'epson-58', '--salida', file, '--json');
  const printed = printOn(readFileSync(file));
  expect(run.json).toMatchObject({ perfil: 'epson-58', bytes: readFileSync(file).length });
  expect(printed.qrs.map(({ text }) => text)).toEqual(['qr of this sale']);
  expect(printed.rows.map(({ text }) => text)).toContain('Bodega Ñandú');
  await fixture.api.db.pool.query(
    `UPDATE outcomes SET state = 'accepted', evidence = 'presumed', settled_at = now()
      WHERE document_id = $1`,
    [id],
  );
  await print('--perfil', 'epson-58', '--salida', file);
  const { rows } = printOn(readFileSync(file));
  expect(rows.map(({ text }) => text.trim()).join(' ')).toContain('se presume aceptada');
  const piped = JSON.parse((await print('--perfil', 'epson-58', '--json')).stdout);
  expect(Buffer.from(piped.base64, 'base64').equals(readFileSync(file))).toBe(true);
  expect((await print('--perfil', 'laser')).code).toBe(2);
});

test('an unknown document id exits with 1, and an invalid one with 2', async () => {
  expect((await rafaga('documento', 'ver', '9007199254740991')).code).toBe(1);
  expect((await rafaga('documento', 'ver', '-1')).code).toBe(2);
  expect((await rafaga('documento', 'ver', 'B001')).code).toBe(2);
});

test('a reference is found by its beginning, its number, its id and its client', async () => {
  const { id, reference } = await issued();
  const { json: shown } = await rafaga('documento', 'ver', String(id), '--json');
  for (const text of [
    reference.slice(0, -3),
    ` ${reference} `,
    shown.numero_completo,
    String(id),
    shown.cliente.num_doc,
  ]) {
    const { json } = await rafaga(
      'referencia',
      'buscar',
      text,
      '--ruc',
      fixture.tenant.ruc,
      '--json',
    );
    expect(json).toContainEqual(expect.objectContaining({ id }));
  }
  expect(
    (await rafaga('referencia', 'buscar', '%', '--ruc', fixture.tenant.ruc, '--json')).json,
  ).toEqual([]);
});

test('a search that finds nothing says what it looked for', async () => {
  const { reference } = await issued();
  const search = (text: string) => rafaga('referencia', 'buscar', text);
  expect(await search(reference.slice(0, 3))).toMatchObject({
    code: 0,
    stdout: 'Nada coincide.\n',
    stderr: expect.stringContaining('Escribe más'),
  });
  expect((await search('no-existe-nada-asi')).stderr).toContain('archivar buscar REFERENCIA');
  expect(await search('  ')).toMatchObject({ code: 2, stderr: 'TEXTO: falta.\n' });
});

test('a file that cannot be read is named with the reason in Spanish', async () => {
  const { id } = await issued();
  const into = (file: string) =>
    rafaga('documento', 'cdr', String(id), file).then(({ code, stderr }) => ({ code, stderr }));
  expect(await into('/no-esta.zip')).toEqual({
    code: 1,
    stderr: 'No se puede leer /no-esta.zip: no existe.\n',
  });
  expect(await into(home)).toEqual({
    code: 1,
    stderr: `No se puede leer ${home}: es una carpeta.\n`,
  });
});

/** The end of the setup: the rehearsal, and the page that waits for the first call. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createIssuance,
  findBusiness,
  listAudit,
  listNewestDocuments,
  saveRefusedRequests,
} from '@rafaga/db';
import { startSimulator } from '@rafaga/simulator';
import { aDocument } from '../../packages/db/testing/aDocument.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aDraft } from './aDraft.js';
import type { Browser } from './browser.js';

let folder: string;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let panel: TestPanel;
let admin: Browser;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rafaga-rehearsal-'));
  simulator = await startSimulator({ host: '127.0.0.1', port: 0, folder, strict: true });
  panel = await startTestPanel({ simulatorUrl: simulator.url });
  admin = await panel.as('admin');
});
afterAll(async () => {
  await panel.stop();
  await simulator.stop();
  await rm(folder, { recursive: true });
});

test('a rehearsal is accepted, draws its ticket and leaves no document', async () => {
  const ruc = await aDraft(admin);
  await admin.open(`/negocios/${ruc}/activar?asistente=1`);
  expect(admin.text).toContain('probado Usuario SOL: lo aceptó');
  expect(admin.text).toContain('Firma una venta inventada y dibuja su ticket');
  await admin.submit({}, { action: '/ensayo' });
  expect(admin.path).toMatch(/activar\?ensayo=[\w-]{43}&asistente=1$/);
  expect(admin.text).toMatch(/firmado Boleta de ensayo BENS-\d+, con tu certificado y su clave\./);
  expect(admin.text).toContain('aceptado La aceptó el simulador, con código 0.');
  const [, ticket = ''] = /src="([^"]+ticket[^"]+)"/.exec(admin.html) ?? [];
  expect(await (await admin.fetch(ticket)).text()).toContain('data:image/png;base64,');
  const business = await findBusiness(panel.db, ruc);
  expect(await listNewestDocuments(panel.db, business?.id ?? 0, 1)).toEqual([]);
  const [latest] = await listAudit(panel.db, { businessId: business?.id ?? 0 });
  expect(latest?.action).toBe('business.rehearse');

  // the result belongs to this business and this user
  const other = await aDraft(admin);
  const query = ticket.split('?')[1];
  expect((await admin.fetch(`/negocios/${other}/ensayo/ticket?${query}`)).status).toBe(404);
  const stranger = await panel.as('admin');
  expect((await stranger.fetch(ticket)).status).toBe(404);
});

test('a rehearsal without an answer says that nothing was tried', async () => {
  const lonely = await startTestPanel({ simulatorUrl: 'http://127.0.0.1:9' });
  try {
    const visitor = await lonely.as('admin');
    const ruc = await aDraft(visitor);
    await visitor.open(`/negocios/${ruc}/activar`);
    await visitor.submit({}, { action: '/ensayo' });
    expect(visitor.text).toContain('sin probar No se pudo probar: el simulador no respondió');
  } finally {
    await lonely.stop();
  }
});

test('a rejection is told with its code', async () => {
  const ruc = await aDraft(admin);
  await fetch(`${simulator.url}/control/siguiente`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ resultado: 'rechazado' }),
  });
  await admin.open(`/negocios/${ruc}/activar`);
  await admin.submit({}, { action: '/ensayo' });
  expect(admin.text).toMatch(/rechazado La rechazó el simulador, código \d{4}/);
});

test('the first call is awaited: refused ones in words, until one is accepted', async () => {
  const ruc = await aDraft(admin);
  const business = await findBusiness(panel.db, ruc);
  const businessId = business?.id ?? 0;
  await admin.open(`/negocios/${ruc}/activar?asistente=1`);
  await admin.submit({}, { action: '/activar?' });
  await admin.submit({ nombre: 'Caja' });
  await admin.open(admin.links.find((link) => link.includes('/llamada')) ?? '');
  expect(admin.text).toContain('Esperando tu primera llamada…');

  const [credential] = await panel.db.prisma.credential.findMany({ where: { businessId } });
  const refused = {
    businessId,
    credentialId: credential?.id ?? 0,
    at: new Date(),
    call: 'POST /v1/boletas',
    reference: 'venta-1',
    requestId: 'solicitud-1',
    tookMs: 3,
  };
  await saveRefusedRequests(panel.db, [
    { ...refused, status: 422, code: 'datos_invalidos', fields: ['serie', 'items.0.cantidad'] },
    { ...refused, status: 409, code: 'certificado_no_vigente', fields: [] },
  ]);
  await admin.open(admin.path);
  expect(admin.text).toContain('la API la rechazó');
  expect(admin.text).toMatch(
    /422 .*los datos de la venta no son válidos\. Revisa: serie, items\.0/,
  );
  expect(admin.text).toMatch(/409 .*el certificado no está vigente: sube otro\./);

  const issuance = createIssuance(panel.db);
  await issuance.issue(
    aDocument(businessId, { sale: { client: { name: 'x' }, payment: 'cash', lines: [] } }),
  );
  await issuance.close();
  await admin.open(admin.path);
  expect(admin.text).toContain('Llegó: boleta B001-1');
  expect(admin.text).not.toContain('Esperando');
});

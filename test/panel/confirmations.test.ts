/** What stops a business or shuts a person out asks first, and keeps the reason in the audit. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addCredential, findBusiness, findUser, listSeries } from '@rafaga/db';
import { hashSecret, newCredential } from '@rafaga/secrets';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aSender } from '../support/senders.js';
import type { Browser } from './browser.js';

const REASON = 'la cajera dejó la tienda ayer';

let panel: TestPanel;
let admin: Browser;
let business: { id: number; ruc: string };
beforeAll(async () => {
  panel = await startTestPanel();
  admin = await panel.as('admin');
  business = await aSender(panel.db);
  const { apiKey, apiSecret } = newCredential();
  await addCredential(
    panel.db,
    { actor: 'test' },
    {
      businessId: business.id,
      name: 'Caja 7',
      apiKey,
      secretHash: hashSecret(apiSecret, randomBytes(32)),
    },
  );
});
afterAll(() => panel.stop());

/** Presses the button that opens the page of the confirmation. */
async function asked(from: string, action: string): Promise<void> {
  await admin.open(from);
  const form = admin.all('form').find((each) => each.getAttribute('action') === action);
  expect(form?.getAttribute('method')).toBe('get');
  await admin.open(action);
  expect([admin.status, admin.text]).toEqual([200, expect.stringContaining('Qué se detiene')]);
}

/** Sends it without a reason, which changes nothing, and then with one. */
async function confirmed(unchanged: () => Promise<boolean>): Promise<void> {
  await admin.submit({ motivo: '' });
  expect([admin.status, admin.text]).toEqual([422, expect.stringContaining('Di por qué')]);
  expect(await unchanged()).toBe(true);
  await admin.submit({ motivo: REASON });
  expect(await unchanged()).toBe(false);
}

const lastReason = async (action: string): Promise<string | undefined> =>
  (await panel.db.prisma.audit.findFirst({ where: { action }, orderBy: { id: 'desc' } }))?.reason ??
  undefined;

test('pausing what a business sends names the business and keeps the reason', async () => {
  await asked(`/negocios/${business.ruc}`, `/negocios/${business.ruc}/pausar`);
  expect(admin.text).toContain(business.ruc);
  expect(admin.text).toContain('la API responde 201');
  await confirmed(async () => (await findBusiness(panel.db, business.ruc))?.pausedUntil === null);
  expect(await lastReason('business.pause')).toBe(REASON);
  expect(admin.text).toContain(`Motivo: ${REASON}. Sigue así hasta que una persona lo reanude.`);
});

test('closing a series names the series and keeps the reason', async () => {
  const path = `/negocios/${business.ruc}/series/B001/cerrar`;
  await asked(`/negocios/${business.ruc}/series`, path);
  expect(admin.text).toContain('toda boleta');
  const isOpen = async () =>
    (await listSeries(panel.db, business.id)).find(({ code }) => code === 'B001')?.active === true;
  await confirmed(isOpen);
  expect(await lastReason('series.close')).toBe(REASON);
});

test('suspending a business names its credentials and keeps the reason', async () => {
  await asked(`/negocios/${business.ruc}`, `/negocios/${business.ruc}/suspender`);
  expect(admin.text).toContain('«Caja 7»');
  await confirmed(async () => (await findBusiness(panel.db, business.ruc))?.state === 'active');
  expect(await lastReason('business.suspended')).toBe(REASON);
});

test('shutting a person out names the person and keeps the reason', async () => {
  const { id, email } = await panel.person('operator');
  await asked(`/usuarios/${id}`, `/usuarios/${id}/desactivar`);
  expect(admin.text).toContain(email);
  await confirmed(async () => (await findUser(panel.db, id))?.disabledAt === null);
  expect(await lastReason('user.change')).toBe(REASON);
});

test('a new invitation tells that it erases password and code, and keeps the reason', async () => {
  const { id, email } = await panel.person('operator');
  await asked(`/usuarios/${id}`, `/usuarios/${id}/invitar`);
  expect(admin.text).toContain('Se borran la contraseña y el código de verificación');
  const hasPassword = async () =>
    (await panel.db.prisma.user.findUniqueOrThrow({ where: { email } })).passwordHash !== null;
  await confirmed(hasPassword);
  expect(await lastReason('user.invite')).toBe(REASON);
  expect(admin.text).toContain('Enlace de invitación');
});

test('a role that may not stop a business does not see these pages', async () => {
  const support = await panel.as('support');
  for (const path of ['suspender', 'pausar', 'series/B001/cerrar'])
    expect((await support.open(`/negocios/${business.ruc}/${path}`)).status).toBe(403);
  expect((await support.open('/usuarios/1/desactivar')).status).toBe(403);
});

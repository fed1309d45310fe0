/**
 * What the panel and the terminal say of documents that are signed and not sent yet, where their
 * business gets another certificate or goes to production.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findBusiness, holdBusiness, resumeBusiness } from '@rafaga/db';
import { aPerson } from '../../packages/db/testing/aPerson.js';
import { aHome, rafagaIn } from '../support/cli.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aSender, type Sender } from '../support/senders.js';
import { MASTER_KEY, SECRET_KEYS } from '../support/settings.js';
import { inReview, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let environment: TestEnvironment;
let panel: TestPanel;
let rafaga: ReturnType<typeof rafagaIn>;
const BY = { actor: 'test', reason: 'inventario' };

beforeAll(async () => {
  environment = await startEnvironment();
  await environment.work();
  const { databaseUrl, redisUrl, filesDir } = environment;
  panel = await startTestPanel({ databaseUrl, redisUrl, filesDir, secretKeys: SECRET_KEYS });
  const home = aHome({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
  });
  rafaga = rafagaIn(home);
});
afterAll(async () => {
  await panel.stop();
  await environment.stop();
});

async function signedInPause(sender: Sender, count: number): Promise<number[]> {
  await holdBusiness(environment.db, BY, sender.id);
  const ids = await environment.issueAll(sender, 'boleta', Array(count).fill('45678912'));
  for (const id of ids) await environment.until(id, ({ files }) => files.length > 0);
  return ids;
}

const storeAnother = ({ ruc }: Sender, ...words: string[]) =>
  rafaga('negocio', 'cambiar', '--ruc', ruc, '--certificado-autofirmado', ...words);

test('what is signed is counted where its certificate is replaced', async () => {
  const sender = await aSender(environment.db);
  await signedInPause(sender, 2);
  const admin = await panel.as('admin');
  await admin.open(`/negocios/${sender.ruc}/certificado`);
  expect(admin.text).toContain('2 comprobantes ya firmados esperan su envío');
  expect((await storeAnother(sender)).stderr).toContain(
    '2 comprobantes ya firmados esperan su envío',
  );
  expect((await storeAnother(sender, '--json')).json).toMatchObject({
    firmados_en_espera: 2,
    en_revision_por_certificado: 0,
  });
});

test('a certificate that ends a pause is shown without it, with what is in review', async () => {
  const sender = await aSender(environment.db);
  const ids = await signedInPause(sender, 4);
  const refused = { resultado: 'excepcion', codigo: '2327', ruc: sender.ruc, veces: 8 };
  await environment.controlSimulator('siguiente', refused);
  await resumeBusiness(environment.db, BY, sender.id);
  await waitFor('SUNAT to pause it', async () =>
    (await findBusiness(environment.db, sender.ruc))?.pauseReason?.startsWith('2327'),
  );
  const reviews = { where: { businessId: sender.id, stage: 'review' } };
  await waitFor(
    'two reviews',
    async () => (await environment.db.prisma.emission.count(reviews)) === 2,
  );
  const admin = await panel.as('admin');
  await admin.open(`/negocios/${sender.ruc}/certificado`);
  expect(admin.text).toContain('2 comprobantes ya firmados esperan su envío');
  expect(admin.text).toContain('2 comprobantes están en revisión porque SUNAT no aceptó');
  const stored = await storeAnother(sender);
  expect(stored.stdout).not.toContain('En pausa');
  expect(stored.stderr).toContain('2 comprobantes están en revisión porque SUNAT no aceptó');
  for (const id of ids) await environment.until(id, inReview);
  // a busy machine answers the page with 503
  await waitFor('the advice', async () => {
    await admin.open(`/referencias/${ids[0]}`);
    return admin.text.includes('Si venció, se dio de baja o se revocó, propón descartarlo');
  });
  await environment.controlSimulator('normal', {});
});

test('a move to production says before it how many signatures it refuses', async () => {
  const sender = await aSender(environment.db);
  await signedInPause(sender, 3);
  const [ana, luis] = [await aPerson(environment.db), await aPerson(environment.db, 'admin')];
  const words = [
    ...['negocio', 'pasar', '--ruc', sender.ruc, '--ambiente', 'produccion'],
    ...['--propone', ana.email, '--aprueba', luis.email, '--motivo', 'empieza en producción'],
  ];
  const said = '3 comprobantes ya están firmados con un certificado de prueba o vencido';
  const refused = await rafaga(...words, '--json');
  expect([refused.code, JSON.parse(refused.stderr)]).toEqual([
    1,
    { error: expect.stringContaining(said), no_acepta_produccion: 3 },
  ]);
  const environmentNow = async () => (await findBusiness(environment.db, sender.ruc))?.environment;
  expect(await environmentNow()).toBe('simulator');
  const [proposer, approver] = [await panel.as('admin'), await panel.as('admin')];
  const at = `/negocios/${sender.ruc}/conexion`;
  await proposer.open(at);
  expect(proposer.text).toContain(said);
  await proposer.submit(
    { nuevo: 'production', motivo: 'empieza en producción' },
    { action: 'pasar' },
  );
  await approver.open(at);
  expect(approver.text).toContain(said);
  expect(approver.text).toContain('El certificado que firma es de prueba');
  await approver.submit({}, { action: '/rechazar' });
  expect(await rafaga(...words, '--acepta-rechazos')).toMatchObject({ code: 0 });
  expect(await environmentNow()).toBe('production');
});

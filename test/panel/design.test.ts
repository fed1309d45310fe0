/** Saving the page of a PDF design: what changes nothing stores nothing. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { currentDesign, findBusiness, listAudit } from '@rafaga/db';
import { aBusiness } from '../../packages/db/testing/aDocument.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';

let panel: TestPanel;
beforeAll(async () => {
  panel = await startTestPanel();
});
afterAll(() => panel.stop());

test('a design that nothing was changed in adds no version, and the page says so', async () => {
  const { id, ruc } = await aBusiness(panel.db, 'B001');
  const at = `/negocios/${ruc}/pdf`;
  const designs = async () =>
    (await listAudit(panel.db, { scope: id })).filter(({ action }) =>
      ['business.design', 'business.update'].includes(action),
    ).length;
  const admin = await panel.as('admin');
  const save = async (fields: Record<string, string>) => {
    await admin.open(at);
    return admin.submit(fields, { action: at });
  };
  await save({});
  expect(admin.text).toContain('No cambiaste nada: el diseño sigue igual');
  expect([(await currentDesign(panel.db, id)).version, await designs()]).toEqual([0, 0]);
  await save({ pie: 'Gracias' });
  expect(admin.text).toContain('Guardado.');
  expect([(await currentDesign(panel.db, id)).version, await designs()]).toEqual([1, 1]);
  await save({});
  expect(admin.text).toContain('No cambiaste nada: el diseño sigue igual');
  expect([(await currentDesign(panel.db, id)).version, await designs()]).toEqual([1, 1]);
  await admin.open(at);
  await admin.submit({ papeles: ['a4', 'ticket-80'] }, { action: at });
  expect(admin.text).toContain('Guardado.');
  expect((await findBusiness(panel.db, ruc))?.printFormats).toEqual(['a4', 'ticket-80']);
  expect([(await currentDesign(panel.db, id)).version, await designs()]).toEqual([1, 2]);
});

test('a refused design is shown again as it was sent', async () => {
  const { ruc } = await aBusiness(panel.db, 'B001');
  const at = `/negocios/${ruc}/pdf`;
  const admin = await panel.as('admin');
  await admin.open(at);
  const sent = { papeles: ['a4', 'ticket-80'], papel: 'ticket-80', larga: 'si', largo: 'mucho' };
  expect((await admin.submit(sent, { action: at })).status).toBe(422);
  const inputs = [...admin.html.matchAll(/<input[^>]*>/g)].map(([tag]) => {
    const [name, value] = ['name', 'value'].map((each) => RegExp(` ${each}="([^"]*)"`).exec(tag));
    return { field: `${name?.[1]}=${value?.[1]}`, checked: / checked/.test(tag) };
  });
  expect(inputs.flatMap(({ field, checked }) => (checked ? [field] : []))).toEqual([
    'papeles=a4',
    'papeles=ticket-80',
    'papel=ticket-80',
    'larga=si',
  ]);
  expect(inputs).toContainEqual({ field: 'largo=mucho', checked: false });
});

test('a design takes 50 versions in 24 hours, and says when it takes another', async () => {
  const { id, ruc } = await aBusiness(panel.db, 'B001');
  const at = `/negocios/${ruc}/pdf`;
  await panel.db.pool.query(
    `INSERT INTO designs (business_id, version, footer, created_at)
      SELECT $1, version, version, now() - CASE version WHEN 1 THEN interval '24 hours'
        ELSE interval '1 hour' END FROM generate_series(1, 50) AS version`,
    [id],
  );
  const admin = await panel.as('admin');
  const save = async (pie: string) => {
    await admin.open(at);
    return admin.submit({ pie }, { action: at });
  };
  await save('Gracias');
  expect(admin.text).toContain('Guardado.');
  expect((await save('Hasta pronto')).status).toBe(422);
  expect(admin.html).toContain('Hasta pronto');
  expect(admin.text).toMatch(
    /ya cambió 50 veces en 24 horas\. Podrás cambiarlo otra vez el [\d/]{10} a las [\d:]{8}\./,
  );
  expect(await currentDesign(panel.db, id)).toMatchObject({ version: 51, footer: 'Gracias' });
});

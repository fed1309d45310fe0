/** What was received, sent and answered, opened in the panel: masked, or whole and recorded. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aSender } from '../support/senders.js';
import { SECRET_KEYS } from '../support/settings.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';

const CLIENT = '45678912';

let environment: TestEnvironment;
let panel: TestPanel;
let id: number;
let name: string;

beforeAll(async () => {
  environment = await startEnvironment();
  const { databaseUrl, redisUrl, filesDir, simulatorUrl } = environment;
  const places = { databaseUrl, redisUrl, filesDir, simulatorUrl };
  panel = await startTestPanel({ ...places, secretKeys: SECRET_KEYS });
  await environment.work();
  id = await environment.issue(await aSender(environment.db), 'boleta', CLIENT);
  name = (await environment.until(id, settled)).client.name;
});
afterAll(async () => {
  await panel.stop();
  await environment.stop();
});

test.each([
  ['recibido', /"cliente": .*"num_doc": "4567\*{4}".*"precio_unitario"/, true],
  ['enviado', /<ds:DigestValue>.*<cbc:ID>B001-1<\/cbc:ID>/, true],
  ['cdr', /<cbc:ResponseCode.*>0<\/cbc:ResponseCode>/, false],
] as const)(
  '%s is masked for support, and whole for an operator who is recorded',
  async (what, shown, named) => {
    const support = await panel.as('support');
    await support.open(`/referencias/${id}`);
    expect(support.links).toContain(`/referencias/${id}/ver/${what}`);
    await support.open(`/referencias/${id}/ver/${what}`);
    expect([support.status, support.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('no-store'),
    ]);
    expect(support.text).toMatch(shown);
    expect(support.text).not.toContain(CLIENT);
    expect(support.text).not.toContain(name);
    expect(support.html).not.toContain('Mostrar completo');

    const operator = await panel.as('operator');
    await operator.open(`/referencias/${id}/ver/${what}`);
    expect(operator.text).not.toContain(CLIENT);
    await operator.submit({}, { action: `/ver/${what}` });
    expect(operator.text).toContain(CLIENT);
    if (named) expect(operator.text).toContain(name);
    const acts = await environment.db.prisma.audit.findMany({
      where: { documentId: id, action: 'document.reveal' },
      orderBy: { id: 'desc' },
    });
    expect(acts[0]).toMatchObject({
      after: { shown: what },
      actor: expect.stringMatching(/^panel:operator-/),
    });
  },
);

test('what does not exist is not found, and another business sees nothing', async () => {
  const support = await panel.as('support');
  await support.open(`/referencias/${id}/ver/otra`);
  expect(support.status).toBe(404);
  const other = await aSender(environment.db);
  const stranger = await panel.as('business', other.id);
  await stranger.open(`/referencias/${id}/ver/recibido`);
  expect(stranger.status).toBe(404);
});

/**
 * Behind proxies clients are told apart by the address that a trusted one names; a proxy that is
 * not declared is reported.
 */
import { afterEach, expect, test } from '@jest/globals';
import { newCredential } from '@rafaga/secrets';
import { startTestApi, type TestApi } from '../support/api.js';

let api: TestApi;
afterEach(() => api.stop());

/** The status of a call with an invented key that a proxy forwards. */
async function guess(client: string): Promise<number> {
  const { apiKey, apiSecret } = newCredential();
  const credentials = { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret };
  const headers = { ...credentials, 'X-Forwarded-For': client };
  return (await api.get('/v1/boletas/1', headers)).status;
}

/** What /readyz says about proxies. */
async function told(): Promise<string[]> {
  const { detalle = [] } = JSON.parse((await api.get('/readyz', {})).text) as {
    detalle?: string[];
  };
  return detalle.filter((one) => one.startsWith('proxy'));
}

test('a trusted proxy’s clients are limited each by its own address', async () => {
  api = await startTestApi({ proxies: ['127.0.0.0/8'] });
  await Promise.all(Array.from({ length: 300 }, () => guess('203.0.113.7')));
  expect(await guess('203.0.113.7')).toBe(429);
  expect(await guess('203.0.113.8')).toBe(401);
  expect(await told()).toEqual([]);
});

test.each([['undeclared' as const], [['10.0.0.0/8']]])(
  'with RAFAGA_PROXIES %p the header counts for nothing, and the proxy is reported once',
  async (proxies) => {
    api = await startTestApi({ proxies });
    expect(await told()).toEqual([]);
    await Promise.all(Array.from({ length: 300 }, () => guess('203.0.113.7')));
    expect(await guess('203.0.113.8')).toBe(429);
    expect(await told()).toEqual([
      expect.stringMatching(/^proxy_sin_declarar: Llegan peticiones por un proxy/),
    ]);
    // on a busy machine another condition may be told too
    const conditions = api.alarms().map(({ condition }) => condition);
    expect(conditions.filter((each) => each === 'proxy_sin_declarar')).toHaveLength(1);
  },
);

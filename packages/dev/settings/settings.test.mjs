/** Tests the checked environment of npm start. */
import { expect, test } from '@jest/globals';
import { readSettings } from './settings.mjs';

test('an empty environment gives one process of each and own servers', () => {
  const usual = { apis: 1, workers: 1, databaseUrl: undefined, redisUrl: undefined };
  expect(readSettings({})).toEqual(usual);
  expect(readSettings({ RAFAGA_API: '', DATABASE_URL: '' })).toEqual(usual);
});

test('what the environment gives is used', () => {
  const [databaseUrl, redisUrl] = ['postgres://a@127.0.0.1/b', 'rediss://127.0.0.1'];
  const env = { RAFAGA_API: '2', RAFAGA_WORKERS: '4', API_PORT: '8080', LOG_LEVEL: 'debug' };
  const settings = readSettings({ ...env, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  expect(settings).toEqual({ apis: 2, workers: 4, databaseUrl, redisUrl });
});

test.each([
  ['API_PORT', '0'],
  ['PANEL_PORT', '70000'],
  ['RAFAGA_WORKERS', '1.5'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://127.0.0.1/x'],
  ['REDIS_URL', 'nowhere'],
  ['REDIS_SENTINELS', 'centinela:26379'],
  ['DATABASE_URL_FILE', '/run/secrets/database'],
  ['REDIS_URL_FILE', '/run/secrets/redis'],
  ['REDIS_SENTINELS_FILE', '/run/secrets/sentinels'],
  ['REDIS_CLUSTER_FILE', '/run/secrets/cluster'],
  ['NODE_ENV', 'production'],
  ['RAFAGA_PEPPER', 'c2hvcnQ='],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

test('one health port is for one worker', () => {
  const env = { WORKER_HEALTH_PORT: '3003' };
  expect(readSettings(env).workers).toBe(1);
  expect(() => readSettings({ ...env, RAFAGA_WORKERS: '2' })).toThrow('WORKER_HEALTH_PORT');
});

test('a panel that is visited elsewhere is given its address', () => {
  const env = { PANEL_HOST: '192.168.1.5' };
  expect(() => readSettings(env)).toThrow('PANEL_URL');
  expect(readSettings({ ...env, PANEL_URL: 'http://192.168.1.5:3001' }).workers).toBe(1);
  expect(readSettings({ PANEL_HOST: '0.0.0.0' }).workers).toBe(1);
});

test.each(['DATABASE_URL', 'REDIS_URL', 'RAFAGA_MASTER_KEY'])(
  'the refusal of %s does not repeat its secret',
  (name) => {
    expect(() => readSettings({ [name]: 'x://user:hunter2@host' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  },
);

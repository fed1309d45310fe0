/** Tests the checked environment of npm start. */
import { expect, test } from '@jest/globals';
import { readSettings } from './settings.mjs';

test('an empty environment gives the usual ports and one process of each', () => {
  expect(readSettings({})).toEqual({
    ports: {
      API_PORT: { wanted: 3000, insisted: false },
      PANEL_PORT: { wanted: 3001, insisted: false },
      SIMULATOR_PORT: { wanted: 3002, insisted: false },
    },
    apis: 1,
    workers: 1,
    databaseUrl: undefined,
    redisUrl: undefined,
  });
});

test('a port that the environment gives is insisted on', () => {
  expect(readSettings({ API_PORT: '8080' }).ports.API_PORT).toEqual({
    wanted: 8080,
    insisted: true,
  });
});

test.each([
  ['API_PORT', '0'],
  ['PANEL_PORT', '70000'],
  ['RAFAGA_WORKERS', '1.5'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://127.0.0.1/x'],
  ['REDIS_URL', 'nowhere'],
  ['REDIS_SENTINELS', 'centinela:26379'],
  ['RAFAGA_PEPPER', 'c2hvcnQ='],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

test.each(['DATABASE_URL', 'REDIS_URL', 'RAFAGA_MASTER_KEY'])(
  'the refusal of %s does not repeat its secret',
  (name) => {
    expect(() => readSettings({ [name]: 'x://user:hunter2@host' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  },
);

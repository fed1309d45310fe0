import { expect, test } from '@jest/globals';
import { readSettings } from './settings.js';

test('by default it is strict and listens on this machine only', () => {
  expect(readSettings({ RAFAGA_HOME: '/tmp/casa' })).toEqual({
    host: '127.0.0.1',
    port: 3002,
    folder: '/tmp/casa/simulator',
    strict: true,
  });
});

test('schemas are checked where a folder names them', () => {
  expect(readSettings({ UBL_XSD_DIR: '/tmp/xsd', SIMULATOR_STRICT: '0' })).toMatchObject({
    schemas: '/tmp/xsd',
    strict: false,
  });
});

test.each([
  [{ SIMULATOR_PORT: 'tres mil' }, 'SIMULATOR_PORT'],
  [{ SIMULATOR_PORT: '70000' }, 'SIMULATOR_PORT'],
  [{ SIMULATOR_STRICT: 'si' }, 'SIMULATOR_STRICT'],
])('%j is refused in a sentence that names it', (env, name) => {
  expect(() => readSettings(env)).toThrow(name);
});

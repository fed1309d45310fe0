/** Settings have safe defaults, and an invalid one is refused by name. */
import { expect, test } from '@jest/globals';
import { readSettings } from './settings.js';

test('by default the simulator is strict and listens only on this machine', () => {
  expect(readSettings({ RAFAGA_HOME: '/tmp/casa' })).toEqual({
    host: '127.0.0.1',
    port: 3002,
    folder: '/tmp/casa/simulator',
    strict: true,
  });
});

test('UBL_XSD_DIR is the folder of the schemas', () => {
  expect(readSettings({ UBL_XSD_DIR: '/tmp/xsd', SIMULATOR_STRICT: '0' })).toMatchObject({
    schemas: '/tmp/xsd',
    strict: false,
  });
});

test.each([
  [{ SIMULATOR_PORT: 'tres mil' }, 'SIMULATOR_PORT'],
  [{ SIMULATOR_PORT: '70000' }, 'SIMULATOR_PORT'],
  [{ SIMULATOR_STRICT: 'si' }, 'SIMULATOR_STRICT'],
])('%j is refused with the name of the variable', (env, name) => {
  expect(() => readSettings(env)).toThrow(name);
});

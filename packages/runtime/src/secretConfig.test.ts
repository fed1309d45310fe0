/** Tests which keys a process needs, and that a master key stands for those that are absent. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { readConfig } from './config.js';
import { SECRET_VARIABLES, secretConfig } from './secretConfig.js';

const [one, two, three] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const text = (key: Buffer) => key.toString('base64');
const configOf = (env: Record<string, string>, ...opens: ('worker' | 'panel')[]) =>
  secretConfig(readConfig(env, SECRET_VARIABLES), opens);

test('a process has the private key of what it opens, and seals for the other', () => {
  const env = { RAFAGA_PANEL_KEY: text(one), RAFAGA_WORKER_PUBLIC_KEY: text(two) };
  expect(configOf(env, 'panel')).toEqual({
    panel: { privateKeys: [one] },
    worker: { publicKey: two, privateKeys: [] },
    master: [],
  });
});

test('earlier keys still open, after the one in use', () => {
  const env = {
    RAFAGA_WORKER_KEY: text(one),
    RAFAGA_WORKER_KEY_PREVIOUS: `${text(two)},${text(three)}`,
    RAFAGA_PANEL_PUBLIC_KEY: text(two),
    RAFAGA_MASTER_KEY: text(three),
    RAFAGA_MASTER_KEY_PREVIOUS: text(one),
  };
  expect(configOf(env, 'worker')).toEqual({
    worker: { privateKeys: [one, two, three] },
    panel: { publicKey: two, privateKeys: [] },
    master: [three, one],
  });
});

test('what is missing is refused at boot by its name, unless there is a master key', () => {
  expect(() => configOf({}, 'worker')).toThrow(
    'Falta la variable RAFAGA_WORKER_KEY (o RAFAGA_WORKER_KEY_FILE).\n' +
      'Falta la variable RAFAGA_PANEL_PUBLIC_KEY',
  );
  expect(() => configOf({ RAFAGA_WORKER_PUBLIC_KEY: text(one) }, 'panel')).toThrow(
    'Falta la variable RAFAGA_PANEL_KEY',
  );
  expect(configOf({ RAFAGA_MASTER_KEY: text(one) }, 'panel').master).toEqual([one]);
  expect(() => configOf({ RAFAGA_PANEL_KEY: 'hunter2' }, 'panel')).toThrow('RAFAGA_PANEL_KEY');
});

test('a public key beside private ones must be that of the first, which is in use', () => {
  const pair = generateKeyPairSync('x25519');
  const last = (der: Buffer) => der.subarray(-32);
  const own = last(pair.privateKey.export({ format: 'der', type: 'pkcs8' }));
  const publicKey = last(pair.publicKey.export({ format: 'der', type: 'spki' }));
  const env = { RAFAGA_PANEL_KEY: text(own), RAFAGA_PANEL_PUBLIC_KEY: text(publicKey) };
  const rest = { RAFAGA_WORKER_PUBLIC_KEY: text(two) };
  expect(configOf({ ...env, ...rest }, 'panel').panel).toEqual({ publicKey, privateKeys: [own] });
  const replaced = { RAFAGA_PANEL_KEY: text(one), RAFAGA_PANEL_KEY_PREVIOUS: text(own) };
  expect(() => configOf({ ...env, ...replaced, ...rest }, 'panel')).toThrow(
    'RAFAGA_PANEL_PUBLIC_KEY no es la pública de RAFAGA_PANEL_KEY',
  );
});

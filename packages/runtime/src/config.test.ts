/** Tests the values and the faults that readConfig gives. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import {
  address,
  ConfigError,
  choice,
  integer,
  key,
  port,
  readConfig,
  some,
  text,
} from './config.js';

const faultsOf = (env: NodeJS.ProcessEnv, spec: Parameters<typeof readConfig>[1]) => {
  try {
    readConfig(env, spec);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n');
  }
  return [];
};

test('values come typed, from the variable or from its fallback', () => {
  const spec = {
    API_PORT: port(3000),
    NAME: text('x'),
    QUEUES: some(['emit', 'print'], ['emit']),
    MODE: choice(['a', 'b']),
  };
  expect(readConfig({ MODE: 'b', QUEUES: 'print, emit' }, spec)).toEqual({
    API_PORT: 3000,
    NAME: 'x',
    QUEUES: ['print', 'emit'],
    MODE: 'b',
  });
});

test('every wrong variable has its own sentence', () => {
  const spec = {
    API_PORT: port(3000),
    LIMIT: integer(1, 10),
    URL: address(['redis']),
    MODE: choice(['a', 'b']),
    QUEUES: some(['emit']),
  };
  const faults = faultsOf(
    { API_PORT: '70000', URL: 'http://x', MODE: 'c', QUEUES: 'emit,fly' },
    spec,
  );
  expect(faults).toEqual([
    'La variable API_PORT debe ser un número entero de 1 a 65535; vale «70000».',
    'Falta la variable LIMIT (o LIMIT_FILE).',
    'La variable URL debe ser una dirección redis://.',
    'La variable MODE debe ser una de: a, b; vale «c».',
    'La variable QUEUES debe ser una de: emit; vale «emit,fly».',
  ]);
});

test('a secret is read from the file in NAME_FILE, and no fault shows its value', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rafaga-')), 'pepper');
  writeFileSync(file, `${Buffer.alloc(32, 7).toString('base64')}\n`);
  expect(readConfig({ PEPPER_FILE: file }, { PEPPER: key(32) }).PEPPER).toEqual(
    Buffer.alloc(32, 7),
  );
  expect(faultsOf({ PEPPER: 'hunter2' }, { PEPPER: key(32) }).join()).not.toContain('hunter2');
  expect(faultsOf({ PEPPER_FILE: '/nowhere' }, { PEPPER: key(32) })).toEqual([
    'La variable PEPPER_FILE nombra un archivo que no se puede leer: «/nowhere».',
  ]);
});

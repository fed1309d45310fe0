/** Tests where a program of the system is found. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { systemProgram } from './systemProgram.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-system-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = (place) => {
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, '#!/bin/sh\n', { mode: 0o755 });
  return place;
};
const wanted = { title: 'X', folder, names: ['rafaga-x'], packages: [], hint: 'instala X' };

test('an installed program starts in the environment as it is', async () => {
  const file = program(path.join(folder, 'bin', 'rafaga-x'));
  expect(await systemProgram({ ...wanted, elsewhere: [path.dirname(file)] })).toEqual({
    file,
    env: process.env,
  });
});

test('an unpacked program starts with the libraries beside it', async () => {
  const file = program(path.join(folder, 'root', 'usr', 'bin', 'rafaga-x'));
  mkdirSync(path.join(folder, 'root', 'usr', 'lib', 'x86_64-linux-gnu'), { recursive: true });
  const found = await systemProgram(wanted);
  expect(found.file).toBe(file);
  expect(found.env.LD_LIBRARY_PATH).toContain(path.join(folder, 'root/usr/lib/x86_64-linux-gnu'));
});

test('where it is nowhere, the error says how to get it', async () => {
  const none = { ...wanted, folder: path.join(folder, 'none'), names: ['rafaga-none'] };
  const { PATH } = process.env;
  process.env.PATH = folder;
  await expect(systemProgram(none)).rejects.toThrow('instala X');
  process.env.PATH = PATH;
});

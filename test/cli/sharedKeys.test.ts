/** `clave repartir` writes secret keys only where others do not read them. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { aHome, PROGRAM, rafagaIn } from '../support/cli.js';

test('keys are added to a file that only its owner reads', async () => {
  const home = aHome();
  const file = path.join(home, 'claves.env');
  writeFileSync(file, 'RAFAGA_PEPPER=antes', { mode: 0o644 });
  const run = await rafagaIn(home)('clave', 'repartir', '--nuevas', '--guardar', file);
  expect([run.code, run.stdout.trim()]).toEqual([0, `Agregadas a ${file}.`]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => line.split('=')[0])).toEqual([
    'RAFAGA_PEPPER',
    'RAFAGA_WORKER_KEY',
    'RAFAGA_WORKER_PUBLIC_KEY',
    'RAFAGA_PANEL_KEY',
    'RAFAGA_PANEL_PUBLIC_KEY',
  ]);
  const nowhere = path.join(home, 'no', 'hay');
  const failed = await rafagaIn(home)('clave', 'repartir', '--guardar', nowhere);
  expect([failed.code, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toBe(`No se puede escribir ${nowhere}: no existe.\n`);
});

test('a terminal shows no key', async () => {
  const home = aHome();
  const command = `'${process.execPath}' '${PROGRAM}' clave repartir`;
  const env = { PATH: process.env.PATH ?? '', RAFAGA_HOME: home };
  // of util-linux: runs a command whose output is a terminal
  const { stdout } = await promisify(execFile)('script', ['-qc', command, '/dev/null'], {
    env,
    cwd: home,
  });
  expect(stdout).toContain('no se muestran en la terminal');
  expect(stdout).not.toContain('RAFAGA_WORKER_KEY=');
});

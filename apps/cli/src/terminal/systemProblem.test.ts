/** A fault of the disk is said in Spanish, with the file that it concerns. */
import { mkdtemp, readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { cannot, systemProblem } from './systemProblem.js';

const thrownBy = (work: Promise<unknown>) => work.then(() => undefined).catch((error) => error);

test('a missing file and a missing folder are named', async () => {
  expect(systemProblem(await thrownBy(readFile('/missing')))).toBe('/missing: no existe');
  const folder = await thrownBy(mkdtemp('/missing/x-'));
  expect(systemProblem(folder)).toMatch(/^\/missing\/x-\w+: no existe$/);
});

test('a full disk is named; an error of anything else is not', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  expect(systemProblem(full)).toBe('no queda espacio en el disco');
  expect(systemProblem(new Error('x'))).toBeUndefined();
  expect(systemProblem('x')).toBeUndefined();
});

test('one file that cannot be read is named once, with the reason', async () => {
  const problem = await thrownBy(readFile('/missing').catch(cannot('leer', '/missing')));
  expect(problem.message).toBe('No se puede leer /missing: no existe.');
  const folder = await thrownBy(readFile('/').catch(cannot('leer', '/')));
  expect(folder.message).toBe('No se puede leer /: es una carpeta.');
});

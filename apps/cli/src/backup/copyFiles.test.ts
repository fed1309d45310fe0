/** A file that cannot be copied is told, and ends nothing. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { copyFiles } from './copyFiles.js';
import { repositoryIn } from './repository.js';
import type { Source } from './source.js';

test('a file that cannot be copied is told, and copied once it can be', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'rafaga-copia-'));
  const filesDir = path.join(root, 'files');
  const repository = repositoryIn(path.join(root, 'respaldo'));
  const copy = (source: Partial<Source>) =>
    copyFiles(repository, source as Source, new AbortController().signal);
  mkdirSync(filesDir);
  writeFileSync(path.join(filesDir, 'x'), 'one');
  const copied = path.join(repository.files, 'x');
  mkdirSync(copied, { recursive: true });
  expect(await copy({ filesDir })).toMatch(/^no se pueden copiar los archivos: .+x/);
  rmSync(copied, { recursive: true });
  expect(await copy({ filesDir })).toBeUndefined();
  expect(readFileSync(copied, 'utf8')).toBe('one');
  expect(await copy({ filesDir: undefined })).toBeUndefined();
});

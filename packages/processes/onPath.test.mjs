/** Tests which file is a program of the system. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { onPath } from './onPath.mjs';

test('only a file that can be run is a program', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-path-'));
  const file = path.join(folder, 'rafaga-program');
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o644 });
  expect(onPath(['rafaga-program'], [folder])).toBeUndefined();
  chmodSync(file, 0o755);
  expect(onPath(['rafaga-other', 'rafaga-program'], [folder])).toBe(file);
  rmSync(folder, { recursive: true });
});

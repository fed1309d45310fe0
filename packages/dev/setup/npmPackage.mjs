/** Installs one npm package into a folder of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onWindows, run } from '../processes/run.mjs';

const QUIET = '--no-audit --no-fund --no-package-lock --loglevel=error'.split(' ');

export async function installPackage(folder, spec, ...flags) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  await run('npm', ['install', ...QUIET, ...flags, '--prefix', folder, spec], {
    cwd: folder,
    shell: onWindows,
  });
}

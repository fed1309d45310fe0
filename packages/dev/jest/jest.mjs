/** Runs Jest and closes with one line: N passed, N failed. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';

/** @returns the exit code */
export async function jest(home, words) {
  const counts = path.join(home, 'counts.json');
  rmSync(counts, { force: true });
  const program = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const config = ['--config', path.join(root, 'test', 'jest.config.mjs')];
  const reporters = [
    '--reporters=default',
    `--reporters=${path.join(import.meta.dirname, 'counter.mjs')}`,
  ];
  const env = {
    ...process.env,
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    RAFAGA_COUNTS: counts,
  };
  const { code } = await run(process.execPath, [program, ...words, ...config, ...reporters], {
    loud: true,
    anyCode: true,
    env,
  });
  // a run that ended before its end counts as one failure
  const { passed, failed, skipped } = existsSync(counts)
    ? JSON.parse(readFileSync(counts, 'utf8'))
    : { passed: 0, failed: 1, skipped: 0 };
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return code || (failed > 0 ? 1 : 0);
}

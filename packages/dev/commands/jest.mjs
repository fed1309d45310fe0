/** Runs Jest and closes with one line: N passed, N failed. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';

/** @returns the exit code */
export async function jest(home, words) {
  const results = path.join(home, 'results.json');
  rmSync(results, { force: true });
  const program = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' };
  const args = ['--config', path.join(root, 'test', 'jest.config.mjs'), '--json', `--outputFile=${results}`, ...words];
  const { code } = await run(process.execPath, [program, ...args], { loud: true, anyCode: true, env });
  const { passed, failed, skipped } = count(results);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return code || (failed > 0 ? 1 : 0);
}

/** A file that could not even be run counts as one failure. */
function count(results) {
  try {
    const all = JSON.parse(readFileSync(results, 'utf8'));
    return {
      passed: all.numPassedTests,
      failed: all.numFailedTests + all.numRuntimeErrorTestSuites,
      skipped: all.numPendingTests + all.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

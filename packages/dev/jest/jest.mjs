/** Runs Jest and ends with one line: N passed, N failed. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';

const NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/** @returns the exit code */
export async function jest(home, words) {
  const file = path.join(home, 'jest.json');
  rmSync(file, { force: true });
  const program = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const config = ['--config', path.join(root, 'test', 'jest.config.mjs')];
  const results = ['--json', '--outputFile', file];
  const { code } = await run(process.execPath, [program, ...words, ...config, ...results], {
    loud: true,
    anyCode: true,
    env: { ...process.env, NODE_OPTIONS },
  });
  const { passed, failed, skipped } = counts(file);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return code || (failed > 0 ? 1 : 0);
}

function counts(file) {
  // a run that ended before its end counts as one failure
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const results = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: results.numPassedTests,
    // a file that could not even be run counts as one failure
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

/** Runs Jest, and counts in a last line: N passed, N failed. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readJson } from '../../processes/jsonFile.mjs';
import { root } from '../../processes/places.mjs';
import { run } from '../../processes/run.mjs';

/** The large nursery takes a tenth of the CPU off the tests, which load each module anew. */
const NODE_OPTIONS =
  '--experimental-vm-modules --disable-warning=ExperimentalWarning --max-semi-space-size=64';
/**
 * Compilation by V8's optimizer pays off after more calls than a test makes: thirty times the usual
 * budget before it. Node 22 and later know no such option, and compile in two steps, of which the
 * first is cheap. An option of the command, which programs that tests start do not inherit.
 */
const V8 = process.versions.node.startsWith('20.') ? ['--interrupt-budget=2000000'] : [];
const CONFIG = path.join(root, 'test', 'jest.config.mjs');
const PROGRAM = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');

/** @returns the exit code */
export async function jest(home, words) {
  const file = path.join(home, 'jest.json');
  rmSync(file, { force: true });
  const options = ['--config', CONFIG, '--json', `--outputFile=${file}`];
  const temporary = mkdtempSync(path.join(tmpdir(), 'rafaga-test-'));
  // a PostgreSQL that root starts runs as another user, whose folder is inside
  chmodSync(temporary, 0o711);
  const { code } = await run(process.execPath, [...V8, PROGRAM, ...words, ...options], {
    loud: true,
    anyCode: true,
    env: { ...process.env, NODE_OPTIONS, TMPDIR: temporary },
  }).finally(() => rmSync(temporary, { recursive: true, force: true }));
  const { passed, failed, skipped } = countsOf(readJson(file));
  if (failed > 0) console.log(`Registros: ${path.join(home, 'logs')}`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return code || (failed > 0 ? 1 : 0);
}

/**
 * A file that could not be run counts as one failure, as does a run that ended before its end.
 * @param [results] as jest --json writes them
 */
export function countsOf(results) {
  if (!results) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

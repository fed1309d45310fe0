/** Runs Jest and ends with what failed, and why, and a last line: N passed, N failed. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../processes/run.mjs';
import { readJson } from '../settings/jsonFile.mjs';
import { root } from '../settings/places.mjs';

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
const WIDTH = 160;
const MOST = 60;

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
  const results = readJson(file);
  const { passed, failed, skipped, failures } = results ? summaryOf(results) : ENDED_EARLY;
  if (failed > 0) console.log([...failures, `Registros: ${path.join(home, 'logs')}`].join('\n'));
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return code || (failed > 0 ? 1 : 0);
}

/** A run that ended before its end counts as one failure. */
const ENDED_EARLY = { passed: 0, failed: 1, skipped: 0, failures: ['Jest ended early'] };

/**
 * What a run came to, and its failures in few lines: the last lines of a run are often all that is
 * left of it. A file that could not even be run counts as one failure.
 * @param results as jest --json writes them
 */
export function summaryOf(results) {
  const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites } = results;
  const failures = results.testResults.flatMap(linesOf);
  if (failures.length > MOST) failures.splice(MOST, failures.length, more(failures.length - MOST));
  const skipped = results.numPendingTests + results.numTodoTests;
  return { passed, failed: numFailedTests + numRuntimeErrorTestSuites, skipped, failures };
}

const more = (lines) => `… y ${lines} líneas más`;

/** A line for a file that failed and for each of its tests; a reason is not repeated. */
function linesOf({ name, message, assertionResults }) {
  const file = `FAIL ${path.relative(root, name)}`;
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return message ? [`${file}: ${short(message)}`] : [];
  const reasons = failed.map(({ failureMessages }) => short(failureMessages.join('\n')));
  const reasonOf = (at) => (reasons[at] === reasons[at - 1] ? '' : `: ${reasons[at]}`);
  return [file, ...failed.map(({ fullName }, at) => `  ${fullName}${reasonOf(at)}`)];
}

/** The first lines of an error, without its stack, as one. */
const short = (message) => {
  const [text] = stripVTControlCharacters(message).split(/\n\s+at /);
  return text.replace(/\s+/g, ' ').trim().slice(0, WIDTH);
};

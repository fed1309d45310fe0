/**
 * Writes what a run came to, and its failures in few lines, into RAFAGA_TEST_SUMMARY: the last
 * lines of a run are often all that is left of it, and jest --json would also print the path.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../settings/places.mjs';

const WIDTH = 160;
const MOST = 60;

export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    const failures = results.testResults.flatMap(linesOf);
    const summary = {
      passed: results.numPassedTests,
      // a file that could not even be run counts as one failure
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      failures: failures.slice(0, MOST),
    };
    if (failures.length > MOST) summary.failures.push(`… y ${failures.length - MOST} líneas más`);
    writeFileSync(process.env.RAFAGA_TEST_SUMMARY, JSON.stringify(summary));
  }
}

/** A line for a file that failed and for each of its tests; a reason is not repeated. */
function linesOf({ testFilePath, failureMessage, testResults }) {
  const file = `FAIL ${path.relative(root, testFilePath)}`;
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return failureMessage ? [`${file}: ${short(failureMessage)}`] : [];
  const reasons = failed.map(({ failureMessages }) => short(failureMessages.join('\n')));
  const reasonOf = (at) => (reasons[at] === reasons[at - 1] ? '' : `: ${reasons[at]}`);
  return [file, ...failed.map(({ fullName }, at) => `  ${fullName}${reasonOf(at)}`)];
}

/** The first lines of an error, without its stack, as one. */
const short = (message) => {
  const [text] = stripVTControlCharacters(message).split(/\n\s+at /);
  return text.replace(/\s+/g, ' ').trim().slice(0, WIDTH);
};

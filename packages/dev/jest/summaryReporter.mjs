/** Writes what a run came to into RAFAGA_TEST_SUMMARY: jest --json would also print the path. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../settings/places.mjs';
import { failureLines } from './failures.mjs';

export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    const summary = {
      passed: results.numPassedTests,
      // a file that could not even be run counts as one failure
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      failures: failureLines(results.testResults, (file) => path.relative(root, file)),
    };
    writeFileSync(process.env.RAFAGA_TEST_SUMMARY, JSON.stringify(summary));
  }
}

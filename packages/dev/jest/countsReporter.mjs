/** Writes the counts of a run to RAFAGA_TEST_COUNTS: jest --json would also print the path. */
import { writeFileSync } from 'node:fs';

export default class CountsReporter {
  onRunComplete(_contexts, results) {
    const counts = {
      passed: results.numPassedTests,
      // a file that could not even be run counts as one failure
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    writeFileSync(process.env.RAFAGA_TEST_COUNTS, JSON.stringify(counts));
  }
}

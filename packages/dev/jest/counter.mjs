/** A Jest reporter that leaves the counts of a run in the file that RAFAGA_COUNTS names. */
import { writeFileSync } from 'node:fs';

export default class Counter {
  onRunComplete(_contexts, results) {
    const counts = {
      passed: results.numPassedTests,
      // a file that could not even be run counts as one failure
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    writeFileSync(process.env.RAFAGA_COUNTS ?? '/dev/null', JSON.stringify(counts));
  }
}

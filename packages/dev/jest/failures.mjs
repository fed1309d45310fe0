/** Tells the failures of a run in few lines: its last lines are often all that is left of it. */

const WIDTH = 160;
const MOST = 60;

/**
 * @typedef {object} FileResult what Jest tells of a test file
 * @property {string} testFilePath
 * @property {string | null} [failureMessage]
 * @property {{ status: string, fullName: string, failureMessages: string[] }[]} testResults
 */

/**
 * A line for each file that failed and for each of its tests; a reason that the test before it had
 * is not repeated.
 * @param {FileResult[]} files
 * @param {(file: string) => string} nameOf
 */
export function failureLines(files, nameOf) {
  const lines = files.filter(({ failureMessage }) => failureMessage).flatMap(linesOf);
  const hidden = lines.length - MOST;
  return hidden > 0 ? [...lines.slice(0, MOST), `… y ${hidden} líneas más`] : lines;

  function linesOf({ testFilePath, failureMessage, testResults }) {
    const failed = testResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return [`FAIL ${nameOf(testFilePath)}: ${short(failureMessage)}`];
    const reasons = failed.map(({ failureMessages }) => short(failureMessages.join('\n')));
    const tests = failed.map(({ fullName }, at) =>
      reasons[at] === reasons[at - 1] ? `  ${fullName}` : `  ${fullName}: ${reasons[at]}`,
    );
    return [`FAIL ${nameOf(testFilePath)}`, ...tests];
  }
}

/** The first lines of an error, without its stack, as one. */
const short = (message) =>
  message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal
    .replace(/\x1b\[\d+m/g, '')
    .split(/\n\s+at /)[0]
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, WIDTH);

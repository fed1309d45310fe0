/** The statements of each program that PostgreSQL can plan as they are in the source. */
import { readSources } from './sourceGraph.mjs';
import { sqlTexts, UNKNOWN } from './sqlTexts.mjs';

/**
 * Without those that have a part that only a run knows.
 * @returns {(program: string) => string[]}
 */
export function readStatements() {
  const declarationsOf = readSources();
  return (program) =>
    [...new Set(declarationsOf(program).flatMap(sqlTexts))]
      .filter((text) => !text.includes(UNKNOWN) && STATEMENT.test(text))
      .map(numbered);
}

/** A tenth less than each program has: fewer were not found in its source, or not planned. */
export const fewestOf = (program) => ({ api: 32, worker: 95, panel: 99, cli: 71 })[program];

const STATEMENT = /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/;

/** `:name` stands for a parameter. */
function numbered(text) {
  const names = [];
  return text.replace(/(?<![:\w]):([a-z]\w*)/gi, (_, name) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
}

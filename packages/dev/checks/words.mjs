/** Words that no source may have: stand-ins for work, and private words for usual things. */
import { sourceLines } from './sources.mjs';

const STAND_INS =
  /\b(TODO|FIXME|XXX|HACK)\b|not implemented|@ts-(ignore|nocheck|expect-error)|noExplicitAny|istanbul/;

/** What each private word is called instead. Also found inside a name: inHouse, createHerald. */
export const PRIVATE = {
  anyone: 'the process, row or document that is meant',
  carryOut: 'applyDecision',
  ears: 'the listener',
  errand: 'task',
  everyone: 'the processes, rows or documents that are meant',
  flights: 'maxInFlight',
  forgetRings: 'requeueAll',
  gate: 'CircuitBreaker, ConcurrencyLimiter',
  herald: 'settingsChanges',
  nonsense: 'TransportError',
  passage: 'CircuitBreaker',
  ringer: 'BatchedEnqueuer',
  seat: 'KeyboardUser',
  shop: 'tenant',
  takeOff: 'flushLoop',
  waitingLine: 'BatchQueue',
};

/** Files that may have a word, each with the reason. */
const EXCEPTIONS = [
  { file: /^packages\/dev\/checks\//, reason: 'has to name them' },
  { file: /^prisma\/migrations\//, reason: 'was applied, and never changes' },
];

/** @returns a line for each word that was found, or '' */
export const unwantedWords = async () =>
  sourceLines()
    .filter(({ file }) => !EXCEPTIONS.some((exception) => exception.file.test(file)))
    .flatMap(({ file, number, line }) =>
      wordsIn(line).map((found) => `${file}:${number}: ${found}: ${line.trim()}`),
    )
    .join('\n');

/** @returns {string[]} what is unwanted in a line, and what to write instead */
export function wordsIn(line) {
  const standIn = STAND_INS.exec(line)?.[0];
  const words = Object.entries(PATTERNS).flatMap(([word, pattern]) =>
    pattern.test(line) ? [`${word} (${PRIVATE[word]})`] : [],
  );
  return [...(standIn ? [standIn] : []), ...words];
}

/** A word alone or as a part of a camelCase name, but not inside a longer word. */
function patternOf(word) {
  const capital = word[0].toUpperCase() + word.slice(1);
  return new RegExp(`(?:(?<![a-zA-Z])${word}|${capital})s?(?![a-z])`);
}

const PATTERNS = Object.fromEntries(Object.keys(PRIVATE).map((word) => [word, patternOf(word)]));

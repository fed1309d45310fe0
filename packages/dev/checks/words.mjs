/** Words that no source may have: marks of unfinished work, and private words. */

const STAND_INS =
  /\b(TODO|FIXME|XXX|HACK|noExplicitAny|istanbul)\b|not implemented|@ts-(ignore|nocheck|expect)/;

/** Not for a process, a row or a document. */
const THING = 'the process, row or document that is meant';

/** What to write instead of each private word. Also found inside a name: inHouse, createHerald. */
export const PRIVATE = {
  anybody: THING,
  anyone: THING,
  bell: 'enqueue',
  carryOut: 'applyDecision',
  deaf: 'settingsChanges',
  ears: 'the listener',
  errand: 'task',
  everybody: THING,
  everyone: THING,
  flights: 'maxInFlight',
  forgetRings: 'requeueAll',
  gate: 'CircuitBreaker, ConcurrencyLimiter',
  herald: 'settingsChanges',
  house: 'supervisor, CommandContext, testEnvironment',
  mood: 'severity',
  nobody: THING,
  nonsense: 'TransportError',
  passage: 'CircuitBreaker',
  ringer: 'BatchedEnqueuer',
  rung: 'dispatched',
  seat: 'KeyboardUser',
  shop: 'tenant',
  solicitud_id: 'requestId',
  somebody: THING,
  suspect: 'poison message',
  takeOff: 'flushLoop',
  tally: 'workerMetrics',
  town: 'cluster',
  twin: 'the equal request',
  vitals: 'systemStats',
  waitingLine: 'BatchQueue',
  whoever: THING,
};

export const insteadOf = (word) => (Object.hasOwn(PRIVATE, word) ? ` (${PRIVATE[word]})` : '');

/** @returns {string[]} */
export function wordsIn(line) {
  const standIn = STAND_INS.exec(line)?.[0];
  const words = Object.keys(PRIVATE).filter((word) => PATTERNS[word].test(line));
  return [...(standIn ? [standIn] : []), ...words];
}

/** A word alone or as a part of a camelCase name, but not inside a longer word. */
function patternOf(word) {
  const capital = word[0].toUpperCase() + word.slice(1);
  return new RegExp(`(?:(?<![a-zA-Z])${word}|${capital})s?(?![a-z])`);
}

const PATTERNS = Object.fromEntries(Object.keys(PRIVATE).map((word) => [word, patternOf(word)]));

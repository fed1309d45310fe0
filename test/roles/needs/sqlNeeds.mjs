/** The privileges that a text of SQL needs, by its words. */
/**
 * UPDATE without a column changes some that only a run knows, or is a lock. A possible need is none
 * for sure.
 * @typedef {{ on: string, verb: string, column?: string, isLock?: boolean, isPossible?: boolean }}
 * Need
 */

const NAME = String.raw`(?:ONLY\s+)?"?(\w+)"?`;
const READ = new RegExp(String.raw`(?:\bFROM|\bJOIN|\bUSING|,)\s+${NAME}`, 'g');
const INSERT = new RegExp(String.raw`\bINSERT INTO\s+${NAME}`, 'g');
const DELETE = new RegExp(String.raw`\bDELETE FROM\s+${NAME}`, 'g');
const UPDATE = new RegExp(String.raw`\bUPDATE\s+${NAME}(?:\s+(?:AS\s+)?\w+)?\s+SET\b`, 'g');
const ON_CONFLICT = /\bDO\s+UPDATE\s+SET\b/g;
const LOCK = /\bFOR (?:NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)(?:\s+OF\s+(\w+(?:,\s*\w+)*))?/g;

/**
 * @param {Set<string>} tables
 * @param {Set<string>} functions
 * @returns {Need[]}
 */
export function sqlNeeds(text, tables, functions) {
  const needs = [
    ...named(text, READ, 'SELECT'),
    ...named(text, INSERT, 'INSERT'),
    ...named(text, DELETE, 'DELETE', 'SELECT'),
    ...[...text.matchAll(UPDATE)].flatMap((found) => [
      { on: found[1], verb: 'SELECT' },
      ...assigned(text, found).map((column) => ({ on: found[1], verb: 'UPDATE', column })),
    ]),
    ...[...text.matchAll(ON_CONFLICT)].flatMap((found) => {
      const [, on] = [...text.slice(0, found.index).matchAll(INSERT)].at(-1) ?? [];
      return [
        { on, verb: 'SELECT' },
        ...assigned(text, found).map((column) => ({ on, verb: 'UPDATE', column })),
      ];
    }),
    ...returning(text),
    ...locks(text).map((on) => ({ on, verb: 'UPDATE', isLock: true })),
  ].filter(({ on }) => tables.has(on));
  const called = [...text.matchAll(/\b(\w+)\(/g)].map(([, name]) => name);
  return [
    ...needs,
    ...called.filter((name) => functions.has(name)).map((on) => ({ on, verb: 'EXECUTE' })),
  ];
}

const named = (text, pattern, ...verbs) =>
  [...text.matchAll(pattern)].flatMap(([, on]) => verbs.map((verb) => ({ on, verb })));

/** What an INSERT returns is read; UPDATE and DELETE count as reading already. */
const returning = (text) => (/\bRETURNING\b/.test(text) ? named(text, INSERT, 'SELECT') : []);

/** The columns that follow SET; undefined: some that only a run knows. */
function assigned(text, { index, 0: { length } }) {
  return topLevelParts(text.slice(index + length)).flatMap((part) => {
    const [, list] = /^\s*\(([^)]*)\)\s*=/.exec(part) ?? [];
    if (list) return list.split(',').map((name) => name.trim());
    return [/^\s*"?(\w+)"?\s*=/.exec(part)?.[1]];
  });
}

const END = /^(?:FROM|WHERE|RETURNING)\b/;

/** Splits at the commas outside of parentheses, up to the end of the list. */
function topLevelParts(text) {
  let depth = 0;
  let from = 0;
  const parts = [];
  for (let i = 0; i <= text.length; i++) {
    const char = text[i];
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    const ends = char === undefined || depth < 0 || (depth === 0 && END.test(text.slice(i)));
    if (!ends && !(char === ',' && depth === 0)) continue;
    parts.push(text.slice(from, i));
    if (ends) break;
    from = i + 1;
  }
  return parts;
}

/** The tables whose rows are locked, which needs the right to change a column. */
function locks(text) {
  return [...text.matchAll(LOCK)].flatMap(({ 1: aliases, index }) => {
    const before = text.slice(0, index);
    if (!aliases) return [[...before.matchAll(READ)].at(-1)?.[1]];
    return aliases.split(/,\s*/).map((alias) => {
      const pattern = new RegExp(String.raw`"?(\w+)"?\s+(?:AS\s+)?${alias}\b`, 'g');
      return [...before.matchAll(pattern)].at(-1)?.[1] ?? alias;
    });
  });
}

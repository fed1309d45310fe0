/**
 * Compares what the statements of each program need with what prisma/privileges.mjs grants it: a
 * privilege that one of them lacks, and one that none needs.
 */
import { FUNCTIONS, PROGRAMS, TABLES } from '../../../prisma/privileges.mjs';
import { prismaNeeds, readModels } from './prismaNeeds.mjs';
import { nodesOf, readSources } from './sourceGraph.mjs';
import { sqlNeeds } from './sqlNeeds.mjs';
import { sqlTexts } from './sqlTexts.mjs';

const NAMES = { tables: new Set(Object.keys(TABLES)), functions: new Set(Object.keys(FUNCTIONS)) };

/** @returns {Map<string, import('./sqlNeeds.mjs').Need[]>} by program */
export function readNeeds() {
  const declarationsOf = readSources();
  const models = readModels();
  const needsOf = (declaration) => [
    ...sqlTexts(declaration).flatMap((text) => sqlNeeds(text, NAMES.tables, NAMES.functions)),
    ...prismaNeeds(declaration, models),
    ...tablesNamed(declaration),
  ];
  return new Map(PROGRAMS.map((program) => [program, declarationsOf(program).flatMap(needsOf)]));
}

/**
 * @param {Map<string, import('./sqlNeeds.mjs').Need[]>} needs
 * @param {typeof TABLES} tables what is granted
 * @returns {{ lacking: string[], unneeded: string[] }}
 */
export function compareNeeded(needs, tables = TABLES) {
  const found = [...needs].map(([program, own]) =>
    compare(program, own, grantsOf(program, tables)),
  );
  return {
    lacking: found.flatMap(({ lacking }) => lacking),
    unneeded: found.flatMap(({ unneeded }) => unneeded),
  };
}

/** A table whose name alone is a text may be put into a statement that only a run knows. */
const tablesNamed = ({ node }) =>
  [...nodesOf(node)].flatMap(({ type, value }) =>
    type === 'StringLiteral' && NAMES.tables.has(value)
      ? [{ on: value, verb: 'SELECT', isPossible: true }]
      : [],
  );

function compare(program, needs, grants) {
  const lacking = needs.filter(
    (need) => !need.isPossible && !isOfOwner(need) && !isGranted(grants, need),
  );
  const unneeded = grants.filter((grant) => !needs.some((need) => covers(grant, need)));
  return {
    lacking: texts(program, lacking),
    unneeded: texts(program, unneeded),
  };
}

/** No program has it: the operator gives the owner's connection to the command. */
const isOfOwner = ({ on }) => FUNCTIONS[on]?.caller === 'owner';

const texts = (program, list) =>
  [
    ...new Set(
      list.map(
        ({ on, verb, column }) => `${program}: ${verb}${column ? ` (${column})` : ''} on ${on}`,
      ),
    ),
  ].sort();

/**
 * Each privilege of a program, those of columns one by one.
 * @returns {import('./sqlNeeds.mjs').Need[]}
 */
function grantsOf(program, tables) {
  const ofTables = Object.entries(tables).flatMap(([on, granted]) =>
    [...(granted[program] ?? '').matchAll(/([A-Z]+)(?: \(([^)]*)\))?/g)].flatMap(
      ([, verb, columns]) =>
        (columns?.split(', ') ?? [undefined]).map((column) => ({ on, verb, column })),
    ),
  );
  const ofFunctions = Object.entries(FUNCTIONS).flatMap(([on, { roles }]) =>
    roles.includes(program) ? [{ on, verb: 'EXECUTE' }] : [],
  );
  return [...ofTables, ...ofFunctions];
}

const covers = (grant, need) =>
  grant.on === need.on &&
  grant.verb === need.verb &&
  // which columns are read is not known here
  (grant.verb !== 'UPDATE' || grant.column === need.column || need.column === undefined);

/** What changes columns that only a run knows needs the whole table; a lock, any column. */
function isGranted(grants, need) {
  return grants.some(
    (grant) =>
      grant.on === need.on &&
      grant.verb === need.verb &&
      (grant.column === undefined ||
        need.verb !== 'UPDATE' ||
        need.isLock ||
        grant.column === need.column),
  );
}

/** Finds the lines that no source may have: with an unwanted word, or wider than 100 columns. */
import { root } from '../../processes/places.mjs';
import { run } from '../../processes/run.mjs';

/** For each the glossary of apps/worker/README.md, or the field, has a usual word. */
export const PRIVATE = (
  'anybody anyone bell carryOut deaf ears errand everybody everyone flights forgetRings gate ' +
  'herald house mood nobody nonsense passage ringer rung seat shop somebody suspect takeOff ' +
  'tally town twin vitals waitingLine whoever'
).split(' ');
const UNFINISHED =
  '(^|[^a-zA-Z_])(TODO|FIXME|XXX|HACK|noExplicitAny|istanbul)([^a-zA-Z_]|$)|not implemented|' +
  '@ts-(ignore|nocheck|expect)';

/** A word alone or as a part of a camelCase name, but not inside a longer word. */
const patternOf = (word) =>
  `((^|[^a-zA-Z])${word[0]}|${word[0].toUpperCase()})${word.slice(1)}s?([^a-z]|$)`;

const WORDS = ['-e', [...PRIVATE.map(patternOf), UNFINISHED].join('|')];
/** The member of the JSON that callers read has another name in the code. */
const OF_THE_WIRE = ['-e', 'solicitud_id'];
/** Where the locale does not say UTF-8, git counts bytes: more lines than those that are wide. */
const MAYBE_WIDE = ['-e', '.{101}'];
/** A word of 80 characters is an address, base64 or a regular expression, and cannot be broken. */
const isWide = (found) => /^[^:]+:\d+:(?!.*[^ ]{80}).{101}/u.test(found);

const SOURCES = 'ts mts tsx mjs cjs js css prisma sql sh yml yaml'
  .split(' ')
  .map((each) => `*.${each}`);
/** What pnpm writes, migrations, which never change, and what has to name a word, as a user. */
const BUT = [
  ...['pnpm-lock.yaml', 'prisma/migrations', 'packages/dev/checks'],
  'packages/servers/postgresProgram.mjs',
];

/** @returns a line for each finding, or '' */
export async function unwantedLines(folder = root) {
  const but = BUT.map((place) => `:!${place}`);
  const grep = async (pattern, ...more) => {
    const args = ['grep', '--untracked', '-nE', ...pattern, '--', ...SOURCES, ...but, ...more];
    const { code, out } = await run('git', args, { cwd: folder, anyCode: true });
    return code === 1 ? '' : out;
  };
  const wide = async () => {
    const found = (await grep(MAYBE_WIDE)).split(/^/m);
    return found.filter(isWide).join('');
  };
  const contract = [':!packages/contract', ':!test'];
  return (await Promise.all([grep(WORDS), grep(OF_THE_WIRE, ...contract), wide()])).join('');
}

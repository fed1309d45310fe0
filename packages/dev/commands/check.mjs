/** npm run check: every check that runs no test. Silent when all pass. */
import path from 'node:path';
import { inspect } from 'node:util';
import { readJson } from '../../processes/jsonFile.mjs';
import { root } from '../../processes/places.mjs';
import { bold, say, silenceSteps, step } from '../../processes/progress.mjs';
import { run, tool } from '../../processes/run.mjs';
import { UserError } from '../../processes/userError.mjs';
import { unwantedLines } from '../checks/unwanted.mjs';
import { build } from '../setup/build.mjs';
import { inCheckout } from '../setup/checkout.mjs';

const program = (line) => async () => {
  const [name, ...args] = line.split(' ');
  const { code, out } = await tool(name, args, { anyCode: true });
  return code === 0 ? '' : out;
};

/** Each resolves to its findings, or ''. They run in parallel after the build. */
const CHECKS = {
  'tipos de test': program('tsc -b test'),
  'tipos de los .mjs': program('tsc -p packages/dev'),
  'formato y estilo (npm run format arregla lo que puede)': program(
    'biome ci --colors=off --error-on-warnings .',
  ),
  'código que nadie usa': program('knip --no-progress'),
  'quién importa a quién': program('depcruise --config .dependency-cruiser.mjs apps packages test'),
  'docker/compose.yaml': program('dclint docker --config docker/.dclintrc.json --max-warnings 0'),
  'docker/Dockerfile': program('dockerfile-utils lint docker/Dockerfile'),
  'una sola versión (npm version la pone en todas partes)': otherVersions,
  'pnpm-lock.yaml': async () => (await import('../../supply/lockfile.mjs')).unsafeSources(),
  'lo que las migraciones bloquean': program(
    'squawk -c .config/squawk.toml --reporter gcc --no-error-on-unmatched-pattern ' +
      'prisma/migrations/*/migration.sql',
  ),
  'palabras y anchos que no van en el código': () => unwantedLines(),
  'las migraciones frente a prisma/schema.prisma': driftOfMigrations,
};

export function command() {
  silenceSteps();
  return inCheckout(async (home) => {
    const compiled = await build().then(
      () => '',
      (error) => error.message,
    );
    const found = [['tipos (tsc)', compiled], ...(await step('Revisando', () => runAll(home)))];
    const wrong = found.filter(([, text]) => text.trim());
    for (const [title, text] of wrong) say(`${bold(`✗ ${title}`)}\n${text.trim()}\n`);
    return wrong.length > 0 ? 1 : 0;
  });
}

/** @returns the files that have another version than the top package.json */
async function otherVersions() {
  const { version } = readJson(path.join(root, 'package.json'));
  const args = ['-L', '-F', '-e', `ARG VERSION=${version}`, '-e', `"version": "${version}"`];
  return (await run('git', ['grep', ...args, '--', ...VERSIONED], { anyCode: true })).out;
}

/** The files with the version of the project, as the script `version` of package.json has them. */
const VERSIONED = ['*/package.json', 'docker/Dockerfile'];

const runAll = (home) =>
  Promise.all(
    Object.entries(CHECKS).map(async ([title, check]) => [
      title,
      await check(home).catch(messageOf),
    ]),
  );
/** A check that cannot run, as without git, is a finding: the others tell theirs. */
const messageOf = (error) => (error instanceof UserError ? error.message : inspect(error));

const DIFF =
  'migrate diff --from-migrations prisma/migrations --to-schema prisma/schema.prisma --exit-code';

/** Compares the database that the migrations make with the one that schema.prisma describes. */
async function driftOfMigrations(home) {
  const { startPostgres } = await import('../../servers/postgres.mjs');
  const { serverUrl } = await import('../../migrate/database.mjs');
  // a new server has no database of the project's yet: Prisma's scratch one is made from another
  const url = process.env.DATABASE_URL || serverUrl(await startPostgres(home, true));
  const { code, out } = await tool('prisma', DIFF.split(' '), {
    anyCode: true,
    env: { ...process.env, DATABASE_URL: url },
  });
  return code === 0 ? '' : out;
}

/**
 * npm run check: everything that can be judged without running a test. Silent when well; else what
 * is wrong, check by check.
 */
import { driftOfMigrations } from '../checks/drift.mjs';
import { standInWords } from '../checks/words.mjs';
import { tool } from '../processes/run.mjs';
import { supervised } from '../processes/supervisor.mjs';
import { homeOf } from '../settings/places.mjs';
import { build } from '../setup/build.mjs';
import { install } from '../setup/pnpm.mjs';
import { bold, hush, say, step } from '../terminal/progress.mjs';

const program =
  (name, ...args) =>
  async () => {
    const { code, out } = await tool(name, args, { anyCode: true });
    return code === 0 ? '' : out;
  };

/** Each gives what is wrong, or ''. They run beside each other once the build stands. */
const CHECKS = {
  'tipos de test': program('tsc', '-b', 'test'),
  'tipos de packages/dev': program('tsc', '-p', 'packages/dev'),
  'formato y estilo (npm run format arregla lo que puede)': program(
    'biome',
    'ci',
    '--colors=off',
    '.',
  ),
  'código que nadie usa': program('knip', '--no-progress'),
  'quién importa a quién': program(
    'depcruise',
    '--config',
    '.dependency-cruiser.mjs',
    'apps',
    'packages',
    'test',
  ),
  'docker/compose.yaml': program(
    'dclint',
    'docker',
    '--config',
    'docker/.dclintrc.json',
    '--max-warnings',
    '0',
  ),
  'docker/Dockerfile': program('dockerfile-utils', 'lint', 'docker/Dockerfile'),
  'palabras en lugar de trabajo': standInWords,
};

export function command() {
  hush();
  const home = homeOf('.rafaga-check');
  return supervised(home, async () => {
    await install();
    const compiled = await build().then(
      () => '',
      (error) => error.message,
    );
    const found = { 'tipos (tsc)': compiled };
    await step('Revisando', () =>
      Promise.all([
        ...Object.entries(CHECKS).map(async ([title, check]) => {
          found[title] = await check();
        }),
        driftOfMigrations(home).then((text) => {
          found['las migraciones frente a prisma/schema.prisma'] = text;
        }),
      ]),
    );
    const wrong = Object.entries(found).filter(([, text]) => text.trim());
    for (const [title, text] of wrong) say(`${bold(`✗ ${title}`)}\n${text.trim()}\n`);
    return wrong.length > 0 ? 1 : 0;
  });
}

/** Generates and compiles everything; turbo skips what did not change. */
import path from 'node:path';
import { tool } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';
import { step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

Object.assign(process.env, {
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
});
// the Prisma CLI would download its schema engine; this one is an npm package
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(
  root,
  'packages/migrate/engine/schemaEngine.mjs',
);

/** Lines of turbo's own around those of the compiler. */
const OF_TURBO =
  /^(\s*(•|(Tasks|Cached|Time|Failed):|ERROR )|cache (miss|bypass|hit)|\$ |\[ELIFECYCLE\]|\/\/#)/;

export const build = () => step('Compilando', compile);

async function compile() {
  const args = ['run', 'compile', '--output-logs=errors-only', '--log-prefix=none'];
  const { code, out } = await tool('turbo', args, { anyCode: true });
  if (code === 0) return;
  const lines = out.split('\n').filter((line) => line.trim() && !OF_TURBO.test(line));
  throw new UserError(`No compila:\n${(lines.length > 0 ? lines : [out]).join('\n')}`);
}

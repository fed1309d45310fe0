/** Generates and compiles everything; turbo skips what did not change. */
import path from 'node:path';
import { oneAtATime } from '../../processes/oneAtATime.mjs';
import { changing, root } from '../../processes/places.mjs';
import { step } from '../../processes/progress.mjs';
import { tool } from '../../processes/run.mjs';

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

export const build = () => oneAtATime(changing, () => step('Compilando', compile));

const compile = () =>
  tool('turbo', ['run', 'bundle', '--output-logs=errors-only', '--log-prefix=none']);

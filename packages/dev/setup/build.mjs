/** Generates and compiles everything; turbo skips what did not change. */
import { oneAtATime } from '../../processes/oneAtATime.mjs';
import { changing } from '../../processes/places.mjs';
import { step } from '../../processes/progress.mjs';
import { tool } from '../../processes/run.mjs';
import '../../servers/prismaSettings.mjs';

Object.assign(process.env, {
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
});

export const build = () => oneAtATime(changing, () => step('Compilando', compile));

const compile = () =>
  tool('turbo', ['run', 'bundle', '--output-logs=errors-only', '--log-prefix=none']);

/** Starts the built panel as a process that a test can kill, on a port that stays the same. */
import path from 'node:path';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { type Program, startProgram } from './program.js';
import { programOf } from './programs.mjs';
import { MASTER_KEY, PEPPER, type Places } from './settings.js';
import { waitFor } from './waitFor.js';

/** Resolves when it answers. */
export async function startPanelProcess(places: Places, port: number): Promise<Program> {
  const own = {
    DATABASE_URL: programUrl(places.databaseUrl, 'panel'),
    REDIS_URL: places.redisUrl,
    RAFAGA_HOME: path.dirname(places.filesDir),
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
    RAFAGA_PEPPER: PEPPER.toString('base64'),
    PANEL_PORT: String(port),
    PANEL_SECOND_FACTOR: 'optional',
    LOG_LEVEL: 'error',
  };
  const program = startProgram(process.execPath, [programOf('panel')], {
    env: { ...process.env, ...own },
  });
  await waitFor(
    () => `the panel on port ${port}: ${program.output()}`,
    () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  );
  return program;
}

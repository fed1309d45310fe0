import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { type Calls, callsTo } from './api.js';
import { type Program, startNode } from './program.js';
import { programOf } from './programs.mjs';
import { PEPPER } from './settings.js';

export interface ApiProcess extends Calls {
  /** Where it answers /healthz, /readyz and /metrics to its operator. */
  healthPort: number;
  /** @returns its exit code, or the signal that ended it */
  end: Program['end'];
}

export async function startApiProcess(env: Record<string, string> = {}): Promise<ApiProcess> {
  const own = {
    API_PORT: '0',
    RAFAGA_PEPPER: PEPPER.toString('base64'),
    LOG_LEVEL: 'error',
    RAFAGA_API: '2',
  };
  const all: NodeJS.ProcessEnv = { ...process.env, ...own, ...env };
  const DATABASE_URL = programUrl(all.DATABASE_URL as string, 'api');
  const program = startNode(programOf('api'), { ...all, DATABASE_URL });
  const { port, healthPort } = await program.message<{ port: number; healthPort: number }>();
  return { ...callsTo(port), healthPort, end: program.end };
}

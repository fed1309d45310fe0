/** Types of roles.mjs. */
import type pg from 'pg';
import type { Program } from '../../../prisma/privileges.mjs';

type Env = Record<string, string | undefined>;

export const PASSWORD_VARIABLES: readonly string[];
export function programUrl(ownerUrl: string, program: Program, env?: Env): string;
export function roleEnv(program: Program | 'simulator', env?: Env): Env;
export function ensureRoles(client: pg.Client, env?: Env): Promise<boolean>;

/** Opens the database, the settings and the secrets for one command, and closes them after it. */
import { userInfo } from 'node:os';
import type { Business, By, Db, Scope } from '@rafaga/db';
import { MAX_REASON } from '@rafaga/operations';
import type { Program, Vault } from '@rafaga/secrets';
import { Failure, Misuse } from '../terminal/failure.js';
import { installationEnv } from './installation.js';
import { redisServersOf } from './redisServers.js';

export interface CommandContext {
  db: Db;
  env: NodeJS.ProcessEnv;
  by: typeof by;
  /** Publishes that a business changed: the API and the workers drop what they cached of it. */
  changed(businessId: number): Promise<void>;
  /** @param opens the programs whose secrets the command opens; it seals for both */
  vault(opens?: readonly Program[]): Promise<Vault>;
  pepper(): Promise<Buffer>;
}

export async function withContext<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const env = installationEnv();
  const [{ createDb, findWritable }, { openPrisma }, config] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/prisma'),
    import('@rafaga/runtime/config'),
  ]);
  const { readConfig, postgresAddress, key } = config;
  const { DATABASE_URL } = readConfig(env, { DATABASE_URL: postgresAddress() });
  const db = createDb(DATABASE_URL, { max: 2, name: 'rafaga-cli', openPrisma });
  const context: CommandContext = {
    db,
    env,
    by,
    changed: (businessId) => publishChange(env, businessId),
    vault: async (opens) => {
      const [{ createVault }, { SECRET_VARIABLES, secretConfig }] = await Promise.all([
        import('@rafaga/secrets'),
        import('@rafaga/runtime/secretConfig'),
      ]);
      return createVault(secretConfig(readConfig(env, SECRET_VARIABLES), opens));
    },
    pepper: async () => readConfig(env, { RAFAGA_PEPPER: key(32) }).RAFAGA_PEPPER,
  };
  try {
    await findWritable(db);
    return await work(context);
  } catch (error) {
    throw await explained(error);
  } finally {
    await db.close();
  }
}

/** A Failure for a bucket that fails, or a database that does not answer or has no tables. */
export async function explained(error: unknown): Promise<unknown> {
  const [{ unreachablePostgres }, { bucketProblem }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/storage'),
  ]);
  const problem = bucketProblem(error);
  if (problem) return new Failure(`${problem}.`);
  return explain(error, unreachablePostgres(error));
}

/** The business of a RUC. */
export async function businessOf(db: Db, ruc: string): Promise<Business> {
  const { findBusiness } = await import('@rafaga/db');
  const business = await findBusiness(db, ruc);
  if (!business)
    throw new Failure(`No hay un negocio con el RUC ${ruc}. Míralos con: rafaga negocio listar`);
  return business;
}

/** The business of an option --ruc; without the option every business. */
export async function scopeOf(db: Db, ruc: string | undefined): Promise<Scope> {
  const { EVERY_BUSINESS } = await import('@rafaga/db');
  return ruc === undefined ? EVERY_BUSINESS : (await businessOf(db, ruc)).id;
}

/** If the message is lost, caches are stale until they expire after a few seconds. */
async function publishChange(env: NodeJS.ProcessEnv, businessId: number): Promise<void> {
  const redisServers = await redisServersOf(env);
  if (!redisServers) return;
  // not the main entry of the package, which loads BullMQ too
  const { createSettingsChanges } = await import('@rafaga/queue/settingsChanges');
  const settingsChanges = createSettingsChanges(redisServers);
  try {
    await settingsChanges.publish(businessId);
  } finally {
    settingsChanges.close();
  }
}

/** The Failure for a database that is unreachable or has no tables yet; else the same error. */
function explain(error: unknown, problem: string | undefined): unknown {
  if (!(error instanceof Error)) return error;
  if (problem) return new Failure(`${problem}.`);
  const code = 'code' in error ? String(error.code) : '';
  if (/^(P2021|P2022|42P01|42703)/.test(code))
    return new Failure(
      'La base de datos no tiene las tablas de esta versión: ejecuta migrate ' +
        '(docker/UPGRADING.md); en desarrollo lo hace npm start.',
    );
  // Prisma waited too long for a connection or a transaction, and has written nothing
  if (/^P20(24|28)/.test(code))
    return new Failure('PostgreSQL no contestó a tiempo, y nada cambió: repite la orden.');
  const unreachable =
    /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|P10\d\d|08|28|3D|53|57P)/.test(code) ||
    /^(Connection terminated|timeout exceeded)/.test(error.message);
  return unreachable ? new Failure(`PostgreSQL no responde: ${lastLine(error)}`) : error;
}

const lastLine = ({ message }: Error): string => message.trim().split('\n').at(-1) ?? '';

/**
 * The actor and the reason of a change, for the audit.
 * @throws Misuse for a longer reason
 */
export function by(reason?: string): By {
  if (reason !== undefined && reason.length > MAX_REASON)
    throw new Misuse([{ at: '--motivo', text: 'hasta 1,000 caracteres.' }]);
  return { actor: `cli:${user()}`, reason };
}

function user(): string {
  try {
    return userInfo().username;
  } catch {
    return 'desconocido';
  }
}

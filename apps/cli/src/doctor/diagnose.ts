/**
 * Runs every check of `rafaga doctor` that the settings allow, each within a time limit: what one
 * cannot reach is its own finding, and the others go on.
 */
import type { Db } from '@rafaga/db';
import { allowPrivate, installationEnv } from '../context/installation.js';
import { checkAuthorities } from './authorities.js';
import { checkCertificates } from './certificates.js';
import { checkCrypto } from './crypto.js';
import { checkFiles } from './files.js';
import { type Finding, findingsOf } from './finding.js';
import { checkPostgres } from './postgres.js';
import { checkProcesses } from './processes.js';
import { checkRedis } from './redis.js';
import { checkReplicas } from './replica.js';
import { checkRestoration } from './restoration.js';

const WITHIN_MS = 20_000;

export async function diagnose(): Promise<Finding[]> {
  const env = installationEnv();
  const settings = await readSettings(env);
  const { databaseUrl, redisServers, store } = settings;
  const found = await Promise.all([
    settings.faults,
    databaseUrl ? withDatabase(databaseUrl, settings) : [],
    redisServers ? checked('Redis', REDIS_REMEDY, () => checkRedis(redisServers)) : [],
    store ? checked('Archivos', 'Revisa el disco', () => checkFiles(store)) : [],
  ]);
  return found.flat();
}

const REDIS_REMEDY = 'Revisa que Redis esté en marcha y que REDIS_URL lo nombre';
const POSTGRES_REMEDY =
  'Revisa que PostgreSQL esté en marcha y que DATABASE_URL lo nombre, con su rol y contraseña';

/** The settings, each read alone: the fault of one does not hide another. */
async function readSettings(env: NodeJS.ProcessEnv) {
  const {
    address,
    misspeltVariables,
    postgresAddress,
    readConfig,
    readNames,
    SECRET_VARIABLES,
    STORE_VARIABLES,
    ...runtime
  } = await import('@rafaga/runtime');
  const { redisConfig, redisVariables, REPLICA_VARIABLES, replicaConfig } = runtime;
  const { key, proxies, secretConfig, storeConfig } = runtime;
  const { well, warning, fault } = findingsOf('Ajustes');
  const faults: Finding[] = [];
  function read<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      for (const text of (error as Error).message.split('\n'))
        faults.push(fault(text.replace(/\.$/, ''), 'README.md y docker/README.md dicen cuál es'));
      return undefined;
    }
  }
  const one = (name: string, protocols: readonly string[], fallback?: string) =>
    read(() => readConfig(env, { [name]: address(protocols, fallback) })[name]);
  const databaseUrl = read(() => readConfig(env, { DATABASE_URL: postgresAddress() }).DATABASE_URL);
  const redisServers = read(() => redisConfig(readConfig(env, redisVariables(env))));
  const simulatorUrl = one('RAFAGA_SIMULATOR_URL', ['http', 'https'], 'http://127.0.0.1:3002');
  const replica = read(() => replicaConfig(readConfig(env, REPLICA_VARIABLES)));
  const store = read(() => storeConfig(readConfig(env, STORE_VARIABLES)));
  read(() => secretConfig(readConfig(env, SECRET_VARIABLES)));
  // of API and panel: this process may not have it
  const pepper = { ...key(32), fallback: Buffer.alloc(0) };
  read(() => readConfig(env, { RAFAGA_PEPPER: pepper, RAFAGA_PROXIES: proxies() }));
  for (const text of misspeltVariables(env, readNames))
    faults.push(warning(text, 'Corrige su nombre en el entorno, o quítala'));
  if (faults.length === 0) faults.push(well('están todos'));
  return { databaseUrl, replica, redisServers, simulatorUrl, store, faults };
}

type Settings = Awaited<ReturnType<typeof readSettings>>;

async function withDatabase(
  url: string,
  { simulatorUrl = '', replica }: Pick<Settings, 'simulatorUrl' | 'replica'>,
): Promise<Finding[]> {
  const [{ countSha1Signers, createDb, findWritable, listUsedAuthorities }, { openPrisma }] =
    await Promise.all([import('@rafaga/db'), import('@rafaga/prisma')]);
  const db = createDb(url, { max: 3, name: 'rafaga-doctor', openPrisma });
  try {
    await findWritable(db);
    const first = await checked('PostgreSQL', POSTGRES_REMEDY, () => checkPostgres(db, url));
    // the other checks read tables that may be missing
    if (first.some(({ state }) => state === 'mal') && !(await answers(db))) return first;
    const rest = await Promise.all([
      checked('Certificados', POSTGRES_REMEDY, () => checkCertificates(db)),
      checked('SUNAT', 'Revisa la red de esta máquina', async () =>
        checkAuthorities(await listUsedAuthorities(db), {
          simulatorUrl,
          allowPrivate: allowPrivate(),
        }),
      ),
      checked('Cifrado', POSTGRES_REMEDY, async () => checkCrypto(await countSha1Signers(db))),
      checked('Procesos', POSTGRES_REMEDY, () => checkProcesses(db)),
      checked('Restauración', POSTGRES_REMEDY, () => checkRestoration(db)),
      replica?.url ? checked('Réplica', POSTGRES_REMEDY, () => checkReplicas(db, replica)) : [],
    ]);
    return [...first, ...rest.flat()];
  } finally {
    await db.close();
  }
}

const answers = async (db: Db): Promise<boolean> => {
  const { listUsedAuthorities } = await import('@rafaga/db');
  return listUsedAuthorities(db).then(
    () => true,
    () => false,
  );
};

async function checked(
  area: string,
  remedy: string,
  check: () => Promise<Finding[]>,
): Promise<Finding[]> {
  const { withTimeout } = await import('@rafaga/runtime/concurrency');
  try {
    return await withTimeout(check(), WITHIN_MS);
  } catch (error) {
    const [{ unreachablePostgres }, { unreachable }] = await Promise.all([
      import('@rafaga/db'),
      import('@rafaga/runtime/unreachable'),
    ]);
    const message = error instanceof Error ? error.message : String(error);
    const known = area === 'Redis' ? unreachable(area, error) : unreachablePostgres(error);
    const text = known ?? message.trim().split('\n').at(-1);
    return [findingsOf(area).fault(`no se pudo revisar: ${text || 'no responde'}`, remedy)];
  }
}

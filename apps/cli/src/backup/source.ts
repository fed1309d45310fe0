/** What is backed up: the database that the backup connects to, and the folder of the files. */
import type { Db } from '@rafaga/db';
import { explained } from '../context/commandContext.js';
import { installationEnv } from '../context/installation.js';
import { findProgram, type ProgramName } from './programs.js';

export interface Source {
  db: Db;
  /** The address, of a role that may replicate. */
  url: string;
  /** The major version of the server. */
  version: number;
  /** Undefined when the files are in a bucket. */
  filesDir: string | undefined;
}

export async function withSource<T>(work: (source: Source) => Promise<T>): Promise<T> {
  const [{ createDb, findWritable, readServerSettings }, config] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/runtime'),
  ]);
  const env = installationEnv();
  const given = config.readConfig(env, {
    DATABASE_BACKUP_URL: config.postgresAddress(''),
    ...config.STORE_VARIABLES,
  });
  const url =
    given.DATABASE_BACKUP_URL ||
    config.readConfig(env, { DATABASE_URL: config.postgresAddress() }).DATABASE_URL;
  const { s3, filesDir } = config.storeConfig(given);
  const db = createDb(url, { max: 2, name: 'rafaga-respaldo' });
  try {
    await findWritable(db);
    const { version } = await readServerSettings(db);
    return await work({
      db,
      url,
      version: Math.floor(version / 10_000),
      filesDir: s3 ? undefined : filesDir,
    });
  } catch (error) {
    throw await explained(error);
  } finally {
    await db.close();
  }
}

/** A program that can talk to this server: of its version, or else of a newer one. */
export const programFor = (name: ProgramName, version: number): Promise<string> =>
  findProgram(name, (major) => major === version, String(version)).catch(() =>
    findProgram(name, (major) => major >= version, `${version} o posterior`),
  );

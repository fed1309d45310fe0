/** Reads the options of `archivar`, and opens the store and the key that it works with. */
import type { BundleLimits } from '@rafaga/archive';
import { type Db, isOver, type Month, monthOf } from '@rafaga/db';
import { ARCHIVE_VARIABLES, readConfig, STORE_VARIABLES, storeConfig } from '@rafaga/runtime';
import { type ArchiveSigner, archiveKeysOf, archiveSigner } from '@rafaga/secrets';
import { type FileStore, openStore } from '@rafaga/storage';
import { readRuc } from '../rules/business.js';
import { wholeNumber } from '../rules/wholeNumber.js';
import { Failure, Mistakes, Misuse } from '../terminal/failure.js';
import type { CommonFlags } from '../terminal/print.js';
import { readNamed } from '../terminal/readNamed.js';
import { cannot } from '../terminal/systemProblem.js';

export type ArchiveFlags = CommonFlags & { negocio?: string; porPaquete?: string; clave?: string };

export interface Wanted {
  month?: Month | undefined;
  ruc?: string | undefined;
}

/** @throws Misuse */
export function readWanted({ negocio }: ArchiveFlags, name: string | undefined): Wanted {
  const mistakes = new Mistakes();
  const month = name === undefined ? undefined : monthOf(name);
  if (name !== undefined && !month) mistakes.add('MES', 'escribe el año y el mes, como 2026-09.');
  const ruc = negocio === undefined ? undefined : readRuc(negocio, mistakes, '--negocio');
  mistakes.check();
  return { month, ruc };
}

/** @throws Misuse, also until a day after the month */
export async function readOverMonth(
  db: Db,
  flags: ArchiveFlags,
  name: string,
): Promise<{ month: Month; ruc?: string }> {
  const { month, ruc } = readWanted(flags, name);
  const mistakes = new Mistakes();
  if (month && !(await isOver(db, month)))
    mistakes.add('MES', `${name} todavía no termina: se archiva desde un día después.`);
  mistakes.check();
  return { month: month as Month, ...(ruc !== undefined && { ruc }) };
}

/** The bounds of a bundle. A zip without 64-bit fields has at most 65,535 entries. */
export function readLimits({ porPaquete = '5000' }: ArchiveFlags): BundleLimits {
  const documents = wholeNumber('--por-paquete', porPaquete, { most: MAX_DOCUMENTS });
  return { documents, bytes: MAX_BYTES };
}

/** Each has up to nine entries. */
const MAX_DOCUMENTS = 5_000;
/** A bundle is made in memory. */
const MAX_BYTES = 32_000_000;

export const filesOf = (env: NodeJS.ProcessEnv): FileStore =>
  openStore(storeConfig(readConfig(env, STORE_VARIABLES)));

export function signerOf(env: NodeJS.ProcessEnv): ArchiveSigner {
  const signer = signerIn(env);
  if (signer) return signer;
  throw new Failure(
    'Falta la variable RAFAGA_ARCHIVE_KEY (o RAFAGA_ARCHIVE_KEY_FILE), que firma los paquetes: ' +
      'hazla con openssl rand -base64 32 y guárdala con las otras claves.',
  );
}

function signerIn(env: NodeJS.ProcessEnv): ArchiveSigner | undefined {
  const { RAFAGA_ARCHIVE_KEY: key } = readConfig(env, ARCHIVE_VARIABLES);
  return key ? archiveSigner(key) : undefined;
}

/** The keys that bundles may be signed with: those of a PEM file, else the installation's. */
export async function trustedKeys(
  env: NodeJS.ProcessEnv,
  { clave }: ArchiveFlags,
): Promise<Buffer[]> {
  if (clave !== undefined) return keysIn(clave);
  const signer = signerIn(env);
  if (signer) return [signer.publicKey];
  throw new Failure(
    'Falta con qué comprobar las firmas: da las claves públicas con --clave ARCHIVO, o la ' +
      'RAFAGA_ARCHIVE_KEY con la que se archivó.',
  );
}

async function keysIn(path: string): Promise<Buffer[]> {
  const file = await readNamed(path).catch(cannot('leer', path));
  try {
    return archiveKeysOf(file.toString('utf8'));
  } catch {
    const text = `${path} no es un archivo PEM con claves públicas Ed25519.`;
    throw new Misuse([{ at: '--clave', text }]);
  }
}

/** Reads the options of `archivar`, and opens the store and the key that it works with. */
import type { BundleLimits } from '@rafaga/archive';
import { type Db, isOver, type Month, monthOf } from '@rafaga/db';
import { ARCHIVE_VARIABLES, readConfig, STORE_VARIABLES, storeConfig } from '@rafaga/runtime';
import { type ArchiveSigner, archiveSigner, derivedArchiveKey } from '@rafaga/secrets';
import { type FileStore, openStore } from '@rafaga/storage';
import { businessOf } from '../context/commandContext.js';
import { readRuc } from '../rules/business.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommonFlags } from '../terminal/print.js';

export type ArchiveFlags = CommonFlags & { negocio?: string; porPaquete?: string };

export interface Wanted {
  month?: Month | undefined;
  ruc?: string | undefined;
}

/** @throws Misuse */
export function readWanted({ negocio }: ArchiveFlags, name: string | undefined): Wanted {
  const mistakes = new Mistakes();
  const month = name === undefined ? undefined : monthOf(name);
  if (name !== undefined && !month) mistakes.add('mes', 'escribe el año y el mes, como 2026-09.');
  const ruc = negocio === undefined ? undefined : readRuc(negocio, mistakes, '--negocio');
  mistakes.check();
  return { month, ruc };
}

/** @throws Misuse, also while the month lasts */
export function readOverMonth(flags: ArchiveFlags, name: string): { month: Month; ruc?: string } {
  const { month, ruc } = readWanted(flags, name);
  const mistakes = new Mistakes();
  if (month && !isOver(month, new Date())) mistakes.add('mes', `${name} todavía no termina.`);
  mistakes.check();
  return { month: month as Month, ...(ruc !== undefined && { ruc }) };
}

/** The bounds of a bundle. A zip without 64-bit fields has at most 65,535 entries. */
export function readLimits({ porPaquete = '5000' }: ArchiveFlags): BundleLimits {
  const mistakes = new Mistakes();
  const documents = Number(porPaquete);
  if (!/^\d{1,4}$/.test(porPaquete) || documents < 1 || documents > MAX_DOCUMENTS)
    mistakes.add('--por-paquete', `un entero de 1 a ${MAX_DOCUMENTS}.`);
  mistakes.check();
  return { documents, bytes: MAX_BYTES };
}

/** Each has up to nine entries. */
const MAX_DOCUMENTS = 5_000;
/** A bundle is made in memory. */
const MAX_BYTES = 32_000_000;

export const businessIdOf = async (db: Db, ruc: string | undefined): Promise<number | undefined> =>
  ruc === undefined ? undefined : (await businessOf(db, ruc)).id;

export const filesOf = (env: NodeJS.ProcessEnv): FileStore =>
  openStore(storeConfig(readConfig(env, STORE_VARIABLES)));

export function signerOf(env: NodeJS.ProcessEnv): ArchiveSigner {
  const { RAFAGA_ARCHIVE_KEY: own, RAFAGA_MASTER_KEY: master } = readConfig(env, ARCHIVE_VARIABLES);
  const key = own ?? (master && derivedArchiveKey(master));
  if (key) return archiveSigner(key);
  throw new Failure(
    'Falta la variable RAFAGA_ARCHIVE_KEY (o RAFAGA_ARCHIVE_KEY_FILE), que firma los paquetes: ' +
      'hazla con openssl rand -base64 32 y guárdala con las otras claves.',
  );
}

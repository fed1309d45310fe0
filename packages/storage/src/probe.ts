/**
 * Checks that a store takes files by writing and removing one, and explains its errors in Spanish.
 */
import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Condition, Probe } from '@rafaga/runtime/conditions';
import { unreachable } from '@rafaga/runtime/unreachable';
import { BucketUnreachable } from './bucket/unreachable.js';
import { makeFolder } from './durable.js';
import type { WatchedStore } from './watched.js';

/** The size of a document with its CDR and PDF, for which there must be space. */
const PROBE_BYTES = 65_536;

/** Writes, syncs and removes a file below the root. */
export async function probeFolder(root: string): Promise<void> {
  const folder = path.join(root, '.probe');
  await makeFolder(folder);
  const file = path.join(folder, randomUUID());
  const handle = await open(file, 'wx', 0o640);
  try {
    await handle.writeFile(Buffer.alloc(PROBE_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
    await unlink(file);
  }
}

const FULL: Condition = {
  word: 'archivos_sin_espacio',
  text: 'No hay espacio donde se guardan los archivos',
  remedy:
    'Libera espacio, o inodos (df -i), o amplía el disco: los comprobantes esperan y no se pierden',
};
const READ_ONLY: Condition = {
  word: 'archivos_solo_lectura',
  text: 'No se puede escribir donde se guardan los archivos',
  remedy: 'Revisa los permisos y cómo está montado: los comprobantes esperan y no se pierden',
};
const UNAVAILABLE: Condition = {
  word: 'archivos',
  text: 'El almacén de archivos no responde',
  remedy:
    'Revisa el disco, o el bucket y sus credenciales: los comprobantes esperan y no se pierden',
};
const NO_BUCKET: Condition = {
  word: 'archivos',
  text: 'El bucket de los archivos no existe',
  remedy: 'Créalo o corrige RAFAGA_S3_BUCKET: los comprobantes esperan y no se pierden',
};
const WRONG_KEYS: Condition = {
  word: 'archivos',
  text: 'El bucket no admite las credenciales de este proceso',
  remedy:
    'Revisa RAFAGA_S3_ACCESS_KEY_ID y RAFAGA_S3_SECRET_ACCESS_KEY, o el rol de la máquina: los ' +
    'comprobantes esperan y no se pierden',
};
const DAMAGED: Condition = {
  word: 'archivos_danados',
  text: 'Hay archivos guardados que están dañados o faltan',
  remedy:
    '«rafaga verificar» los nombra: repónlos de una copia (mientras tanto no se entregan, y los ' +
    'PDF se dibujan otra vez). Si faltan todos, revisa que el volumen esté montado, y la carpeta ' +
    'o el bucket de los ajustes',
};

/** Faults by error code of the operating system or error name of S3. */
const CAUSES: Readonly<Record<string, Condition>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EROFS: READ_ONLY,
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  AccessDenied: READ_ONLY,
  NoSuchBucket: NO_BUCKET,
  InvalidAccessKeyId: WRONG_KEYS,
  SignatureDoesNotMatch: WRONG_KEYS,
  ExpiredToken: WRONG_KEYS,
  InvalidToken: WRONG_KEYS,
  QuotaExceeded: FULL,
  XMinioStorageFull: FULL,
};

/** The fault that a failed write shows. */
export function storeTrouble(error: Error): Condition {
  const { code, name } = error as NodeJS.ErrnoException;
  return CAUSES[code ?? ''] ?? CAUSES[name] ?? UNAVAILABLE;
}

/** Why a bucket failed, in Spanish; undefined for an error of anything else. */
export function bucketProblem(error: unknown): string | undefined {
  const isOfBucket =
    error instanceof BucketUnreachable || (error instanceof Error && '$metadata' in error);
  if (!isOfBucket) return undefined;
  const { text } = storeTrouble(error);
  return unreachable('El almacén de archivos', error) ?? `${text}: ${error.message}`;
}

const EVERY_MS = 10_000;
/** Timeout of the probe, long enough for a slow bucket. */
const WITHIN_MS = 8_000;

export const storeProbe = (store: WatchedStore): Probe => ({
  words: [FULL, READ_ONLY, UNAVAILABLE, DAMAGED].map(({ word }) => word),
  everyMs: EVERY_MS,
  withinMs: WITHIN_MS,
  async check() {
    await store.recheck();
    const damaged = store.damagedFiles().length > 0 ? [DAMAGED] : [];
    const faults = await store.probe().then(
      () => [],
      (error: Error) => [storeTrouble(error)],
    );
    return [...faults, ...damaged];
  },
  failed: () => UNAVAILABLE,
});

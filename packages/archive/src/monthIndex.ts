/**
 * The signed list of a month's bundles, stored beside them, which reveals a missing, changed or
 * added bundle. Its first line has the RUC, the month and the number of bundles.
 */
import { hash } from 'node:crypto';
import type { Bundle } from '@rafaga/db';
import { type ArchiveSigner, archiveKeyPem, isArchiveSignature } from '@rafaga/secrets';
import type { FileStore } from '@rafaga/storage';
import { HASHES, PUBLIC_KEY, SIGNATURE } from './bundle.js';

/** A month of one business. */
export interface ArchivedMonth {
  ruc: string;
  /** 'YYYY-MM' */
  month: string;
}

export const folderOf = ({ ruc, month }: ArchivedMonth): string => `archivo/${month}/${ruc}`;

/**
 * Writes the list when it does not match the bundles, or is not signed by one of their keys. The
 * signature is written last: after an interrupted run it does not match, and the next run writes
 * the list again. The replaced list is kept under another name.
 */
export async function writeIndex(
  files: FileStore,
  signer: ArchiveSigner,
  { of, bundles }: { of: ArchivedMonth; bundles: readonly Bundle[] },
): Promise<void> {
  if (bundles.length === 0) return;
  const folder = folderOf(of);
  const keys = [signer.publicKey, ...bundles.map((each) => each.signer)];
  const kept = await readIndex(files, folder);
  const signed = isSigned(kept, keys);
  const hashes = indexText(of, bundles);
  if (signed && kept.hashes?.equals(hashes)) return;
  if (signed && kept.hashes) await keepEarlier(files, folder, kept);
  await files.mutable.write(`${folder}/${HASHES}`, hashes);
  const pem = Buffer.from(archiveKeyPem(signer.publicKey));
  await files.mutable.write(`${folder}/${PUBLIC_KEY}`, pem);
  await files.mutable.write(`${folder}/${SIGNATURE}`, signer.sign(hashes));
}

/** The problem of a bundle that no row names. */
export const UNRECORDED = 'no está registrado';

/** What is wrong in the folder of a month, in Spanish, by file. */
export async function checkIndex(
  files: FileStore,
  keys: readonly Buffer[],
  { of, bundles }: { of: ArchivedMonth; bundles: readonly Bundle[] },
): Promise<{ file: string; problem: string }[]> {
  const folder = folderOf(of);
  const kept = await readIndex(files, folder);
  const known = new Set(bundles.map(({ objectKey }) => objectKey));
  const wrong = (await files.mutable.list(folder))
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith('.zip') && !known.has(file))
    .map((file) => ({ file, problem: UNRECORDED }));
  const add = (name: string, problem: string) => wrong.push({ file: `${folder}/${name}`, problem });
  if (!kept.hashes) add(HASHES, 'no está');
  else if (!kept.hashes.equals(indexText(of, bundles)))
    add(HASHES, 'no es la lista de los paquetes del mes');
  if (!kept.signature) add(SIGNATURE, 'no está');
  else if (kept.hashes && !isSigned(kept, keys))
    add(SIGNATURE, 'no es de la clave de los paquetes');
  return wrong;
}

/** A line that begins with # is a comment for sha256sum --check. */
const indexText = ({ ruc, month }: ArchivedMonth, bundles: readonly Bundle[]): Buffer =>
  Buffer.from(
    [
      `# RUC ${ruc}, mes ${month}, paquetes ${bundles.length}\n`,
      ...bundles.map(
        ({ sha256, objectKey }) => `${sha256.toString('hex')}  ${objectKey.split('/').at(-1)}\n`,
      ),
    ].join(''),
  );

interface Index {
  hashes: Buffer | undefined;
  signature: Buffer | undefined;
}

async function readIndex({ mutable }: FileStore, folder: string): Promise<Index> {
  const [hashes, signature] = await Promise.all(
    [HASHES, SIGNATURE].map((name) => mutable.read(`${folder}/${name}`)),
  );
  return { hashes, signature };
}

const isSigned = ({ hashes, signature }: Index, keys: readonly Buffer[]): boolean =>
  keys.some((key) => hashes && signature && isArchiveSignature(key, hashes, signature));

async function keepEarlier({ mutable }: FileStore, folder: string, kept: Index): Promise<void> {
  const { hashes = Buffer.alloc(0), signature = Buffer.alloc(0) } = kept;
  const name = `${folder}/${HASHES}-${hash('sha256', hashes).slice(0, 12)}`;
  const pem = await mutable.read(`${folder}/${PUBLIC_KEY}`);
  if (pem) await mutable.write(`${name}.pem`, pem);
  await mutable.write(`${name}.sig`, signature);
  await mutable.write(name, hashes);
}

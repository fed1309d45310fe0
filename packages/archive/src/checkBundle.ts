/** Checks a bundle as a third party does: entries by their hashes, and these by their signature. */
import { hash } from 'node:crypto';
import { isArchiveSignature } from '@rafaga/secrets';
import { HASHES, PUBLIC_KEY, SIGNATURE } from './bundle.js';
import { type ZipEntry, zipEntries } from './zip.js';

/** @returns what is wrong, in Spanish; undefined when it is whole */
export function checkBundle(zip: Buffer, publicKey: Buffer): string | undefined {
  try {
    return problemOf(zipEntries(zip), publicKey);
  } catch {
    return 'el ZIP está dañado';
  }
}

/** Entries about the others. */
const OWN: ReadonlySet<string> = new Set([HASHES, SIGNATURE, PUBLIC_KEY]);

/** Of a bundle of thousands of documents, one entry is in memory at a time. */
function problemOf(entries: Iterable<ZipEntry>, publicKey: Buffer): string | undefined {
  const own = new Map<string, Buffer>();
  const found = new Map<string, string>();
  for (const { name, content } of entries) {
    if (own.has(name) || found.has(name)) return 'tiene dos archivos con el mismo nombre';
    if (OWN.has(name)) own.set(name, content);
    else found.set(name, hash('sha256', content));
  }
  const [hashes, signature] = [own.get(HASHES), own.get(SIGNATURE)];
  if (!hashes || !signature || !isArchiveSignature(publicKey, hashes, signature))
    return 'la firma no corresponde';
  const listed = listedIn(hashes);
  for (const [name, digest] of found) {
    if (!listed.has(name)) return `${name} sobra`;
    if (listed.get(name) !== digest) return `${name} cambió`;
  }
  return listed.size === found.size ? undefined : 'faltan archivos';
}

/** By the names of files, their hashes. */
const listedIn = (hashes: Buffer): Map<string, string> =>
  new Map(
    hashes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );

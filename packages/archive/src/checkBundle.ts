/**
 * Verifies a bundle as a third party would: the entries by their hashes, the hashes by their
 * signature.
 */
import { hash } from 'node:crypto';
import { isArchiveSignature } from '@rafaga/secrets';
import { HASHES, PUBLIC_KEY, SIGNATURE } from './bundle.js';
import { type ZipEntry, zipEntries } from './zip.js';

/** @returns what is wrong, in Spanish; undefined when the bundle is complete and unchanged */
export function checkBundle(zip: Buffer, publicKey: Buffer): string | undefined {
  try {
    return problemOf(zipEntries(zip), publicKey);
  } catch {
    return 'el ZIP está dañado';
  }
}

/** The entries that the list of hashes does not contain. */
const OWN: ReadonlySet<string> = new Set([HASHES, SIGNATURE, PUBLIC_KEY]);

/** Reads one entry at a time into memory, because a bundle has thousands. */
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

/** The listed hashes by file name. */
const listedIn = (hashes: Buffer): Map<string, string> =>
  new Map(
    hashes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );

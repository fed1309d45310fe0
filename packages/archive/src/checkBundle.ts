/** Checks a bundle as a third party does: entries by their hashes, and these by their signature. */
import { hash } from 'node:crypto';
import { isArchiveSignature } from '@rafaga/secrets';
import { HASHES, PUBLIC_KEY, SIGNATURE } from './bundle.js';
import { type ZipEntry, zipEntries } from './zip.js';

/** @returns what is wrong, in Spanish; undefined when it is whole */
export function checkBundle(zip: Buffer, publicKey: Buffer): string | undefined {
  try {
    return problemOf([...zipEntries(zip)], publicKey);
  } catch {
    return 'el ZIP está dañado';
  }
}

function problemOf(all: readonly ZipEntry[], publicKey: Buffer): string | undefined {
  const entries = new Map(all.map(({ name, content }) => [name, content]));
  if (entries.size < all.length) return 'tiene dos archivos con el mismo nombre';
  const [hashes, signature] = [entries.get(HASHES), entries.get(SIGNATURE)];
  if (!hashes || !signature || !isArchiveSignature(publicKey, hashes, signature))
    return 'la firma no corresponde';
  const listed = new Map(
    hashes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const name of [HASHES, SIGNATURE, PUBLIC_KEY]) entries.delete(name);
  for (const [name, content] of entries) {
    if (!listed.has(name)) return `${name} sobra`;
    if (listed.get(name) !== hash('sha256', content)) return `${name} cambió`;
  }
  return listed.size === entries.size ? undefined : 'faltan archivos';
}

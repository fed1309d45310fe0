/** Makes hostile CDRs, as a broken or false authority might send them. */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Registration } from '../ledger/registry.js';
import { cdrXml, zipOf } from './cdr.js';
import { zipPacked } from './zip.js';

let zeros: Buffer | undefined;

/** A zip whose file declares 1,000 bytes and inflates to 1 GB. */
export function zipBomb(document: string): Buffer {
  zeros ??= gigabyteOfZeros();
  const name = Buffer.from(`R-${document}.xml`);
  return zipPacked([
    { name, method: 8, crc: crc32(Buffer.alloc(1_000)), size: 1_000, bytes: zeros },
  ]);
}

/** Behind a full flush a stream goes on without what came before: one megabyte is repeated. */
function gigabyteOfZeros(): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(1_048_576), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  return Buffer.concat([...Array<Buffer>(1_024).fill(megabyte), deflateRawSync('')]);
}

/** A CDR with entities that expand exponentially ("billion laughs"). */
export function doctypeBomb(registration: Registration): Buffer {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  ).join('');
  const prologue = `<!DOCTYPE ar:ApplicationResponse [<!ENTITY l0 "ja">${entities}]>`;
  return zipOf(
    registration.document,
    cdrXml(registration, prologue).replace('ha sido', '&l9; ha sido'),
  );
}

/** The zip with changed bytes in its middle, so that its checksum is wrong. */
export function brokenZip(whole: Buffer): Buffer {
  const broken = Buffer.from(whole);
  const middle = broken.length >> 1;
  for (let at = middle - 40; at < middle; at += 1) broken[at] = (broken[at] ?? 0) ^ 0xff;
  return broken;
}

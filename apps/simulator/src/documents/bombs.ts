/** Makes hostile CDRs, as a broken or false authority might send them. */
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Registration } from '../ledger/registry.js';
import { cdrXml, zipOf } from './cdr.js';
import { zipPacked } from './zip.js';

const MEGABYTE = Buffer.alloc(1_048_576);
let zeros: Promise<Buffer> | undefined;

/** A zip whose file declares 1,000 bytes and inflates to 1 GB. */
export async function zipBomb(document: string): Promise<Buffer> {
  zeros ??= gigabyteOfZeros();
  const name = Buffer.from(`R-${document}.xml`);
  return zipPacked([
    { name, method: 8, crc: crc32(Buffer.alloc(1_000)), size: 1_000, bytes: await zeros },
  ]);
}

async function gigabyteOfZeros(): Promise<Buffer> {
  const deflate = createDeflateRaw({ level: 9 });
  const pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  for (let count = 0; count < 1_024; count += 1) {
    await new Promise<void>((done, failed) =>
      deflate.write(MEGABYTE, (error) => (error ? failed(error) : done())),
    );
  }
  await new Promise<void>((done) => deflate.end(done));
  return Buffer.concat(pieces);
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

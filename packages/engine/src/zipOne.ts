/** Makes a ZIP of one file, without a time stamp: the same file gives the same bytes. */
import { crc32 } from 'node:zlib';
import { deflated } from './deflate.js';

/**
 * @param name in ASCII, as document names are
 * @param packed the bytes deflated, if they are already
 */
export function zipOne(name: string, bytes: Buffer, packed = deflated(bytes)): Buffer {
  const path = Buffer.from(name, 'latin1');
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0); // version needed to extract
  common.writeUInt16LE(DEFLATE, 4);
  common.writeUInt16LE(FIRST_DAY, 8);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(path.length, 22);

  const local = Buffer.concat([LOCAL, common, path]);
  const directory = Buffer.concat([DIRECTORY, common, Buffer.alloc(14), path]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8); // entries on this disk
  end.writeUInt16LE(1, 10); // entries
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, directory, end]);
}

const DEFLATE = 8;
/** 1980-01-01 in DOS time. */
const FIRST_DAY = 0x21;
const LOCAL = Buffer.from([0x50, 0x4b, 3, 4]);
/** The signature of a central directory entry, and the version that made it. */
const DIRECTORY = Buffer.from([0x50, 0x4b, 1, 2, 20, 0]);

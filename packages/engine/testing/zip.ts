/** ZIPs for tests, whose headers can be false in every part. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Packed {
  name: string;
  content?: Buffer | string;
  method?: number;
  flags?: number;
  /** The values in the headers. */
  size?: number;
  compressed?: number;
  crc?: number;
  offset?: number;
  /** Whether sizes and CRC follow the data, as streaming writers do. */
  descriptor?: boolean;
}

export function aZip(entries: Packed[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '');
    const method = entry.method ?? 8;
    const data = method === 8 ? deflateRawSync(content) : content;
    const facts = {
      crc: entry.crc ?? crc32(content),
      compressed: entry.compressed ?? data.length,
      size: entry.size ?? content.length,
      flags: (entry.flags ?? 0) | (entry.descriptor === true ? 8 : 0),
      method,
    };
    const name = Buffer.from(entry.name);
    const nothing = { crc: 0, compressed: 0, size: 0 };
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      common(entry.descriptor === true ? { ...facts, ...nothing } : facts, name),
      name,
      data,
    ]);
    const descriptor = Buffer.alloc(entry.descriptor === true ? 16 : 0);
    if (entry.descriptor === true) {
      descriptor.writeUInt32LE(0x08074b50, 0);
      descriptor.writeUInt32LE(facts.crc, 4);
      descriptor.writeUInt32LE(facts.compressed, 8);
      descriptor.writeUInt32LE(facts.size, 12);
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.offset ?? offset, 10);
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common(facts, name), rest, name]),
    );
    locals.push(local, descriptor);
    offset += local.length + descriptor.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)]);
}

function common(
  facts: { flags: number; method: number; crc: number; compressed: number; size: number },
  name: Buffer,
): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(facts.flags, 2);
  bytes.writeUInt16LE(facts.method, 4);
  bytes.writeUInt32LE(facts.crc, 10);
  bytes.writeUInt32LE(facts.compressed, 14);
  bytes.writeUInt32LE(facts.size, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

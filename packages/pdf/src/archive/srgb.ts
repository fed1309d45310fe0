/** The ICC profile of sRGB (version 2, for screens), made of the published primaries and curve. */
import { deflateSync } from 'node:zlib';

let profile: Buffer | undefined;

/** The profile, deflated once a process. */
export function deflatedSrgb(): Buffer {
  profile ??= deflateSync(srgb(), { level: 9 });
  return profile;
}

/** IEC 61966-2-1, adapted to the white of profiles (D50) after Bradford. */
const WHITE = [0.9642, 1, 0.8249];
const RED = [0.43607, 0.22249, 0.01392];
const GREEN = [0.38515, 0.71687, 0.09708];
const BLUE = [0.14307, 0.06061, 0.7141];
const SAMPLES = 256;

const HEADER = 128;
const ROW = 12;

/** The profile as a file. */
function srgb(): Buffer {
  const curve = transferCurve();
  const tags: [signature: string, data: Buffer][] = [
    ['desc', description('sRGB IEC61966-2.1')],
    ['cprt', typed('text', Buffer.from('No copyright, use freely\0'))],
    ['wtpt', point(WHITE)],
    ['rXYZ', point(RED)],
    ['gXYZ', point(GREEN)],
    ['bXYZ', point(BLUE)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + ROW * tags.length);
  table.writeUInt32BE(tags.length);
  const places = new Map<Buffer, number>();
  let end = HEADER + table.length;
  tags.forEach(([signature, data], row) => {
    const place = places.get(data) ?? end;
    if (place === end) end += data.length;
    places.set(data, place);
    table.write(signature, 4 + ROW * row, 'latin1');
    table.writeUInt32BE(place, 4 + ROW * row + 4);
    table.writeUInt32BE(data.length, 4 + ROW * row + 8);
  });
  return Buffer.concat([header(end), table, ...places.keys()]);
}

function header(size: number): Buffer {
  const fields = Buffer.alloc(HEADER);
  fields.writeUInt32BE(size);
  fields.writeUInt32BE(0x0210_0000, 8);
  fields.write('mntrRGB XYZ ', 12, 'latin1');
  // a fixed date: the same bytes in every process
  [2026, 1, 1].forEach((part, i) => {
    fields.writeUInt16BE(part, 24 + 2 * i);
  });
  fields.write('acsp', 36, 'latin1');
  fixed(WHITE).copy(fields, 68);
  return fields;
}

/** The data of a tag, which fills words of four bytes. */
function typed(type: string, data: Buffer): Buffer {
  const tag = Buffer.alloc(Math.ceil((8 + data.length) / 4) * 4);
  tag.write(type, 0, 'latin1');
  data.copy(tag, 8);
  return tag;
}

/** In ASCII; the same in Unicode and for Macintosh is empty. */
function description(text: string): Buffer {
  const data = Buffer.alloc(4 + text.length + 1 + 8 + 70);
  data.writeUInt32BE(text.length + 1);
  data.write(text, 4, 'latin1');
  return typed('desc', data);
}

const point = (xyz: readonly number[]): Buffer => typed('XYZ ', fixed(xyz));

/** Numbers with 16 bits after the point. */
function fixed(values: readonly number[]): Buffer {
  const data = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => {
    data.writeInt32BE(Math.round(value * 0x1_0000), 4 * i);
  });
  return data;
}

function transferCurve(): Buffer {
  const data = Buffer.alloc(4 + 2 * SAMPLES);
  data.writeUInt32BE(SAMPLES);
  for (let i = 0; i < SAMPLES; i++)
    data.writeUInt16BE(Math.round(linear(i / (SAMPLES - 1)) * 0xffff), 4 + 2 * i);
  return typed('curv', data);
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

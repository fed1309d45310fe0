/** Turns a photograph upright as its EXIF orientation says, because PDF readers ignore it. */

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel. */
  data: Uint8Array;
}

/** 1 is upright, 2 to 8 are the rotations and reflections of EXIF. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const TAG = 0x0112;
const ENTRY = 12;

/** Reads the orientation of a JPEG's APP1 segment (without marker and length); 1 by default. */
export function orientationIn(segment: Buffer): Orientation {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1;
  const exif = segment.subarray(6);
  if (exif.length < 8) return 1;
  const little = exif.toString('latin1', 0, 2) === 'II';
  const short = (at: number) =>
    at + 2 > exif.length ? 0 : little ? exif.readUInt16LE(at) : exif.readUInt16BE(at);
  const first = little ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  for (let i = 0; i < short(first); i++) {
    const entry = first + 2 + ENTRY * i;
    if (short(entry) !== TAG) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : 1;
  }
  return 1;
}

/** The pixels turned upright. */
export function turned({ width, height, data }: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return { width, height, data };
  const lying = orientation > 4;
  const [wide, high] = lying ? [height, width] : [width, height];
  const upright = new Uint8Array(data.length);
  const [right, bottom] = [width - 1, height - 1];
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [column, row] = SOURCE[orientation](x, y, right, bottom);
      const from = 4 * (row * width + column);
      upright.set(data.subarray(from, from + 4), 4 * (y * wide + x));
    }
  }
  return { width: wide, height: high, data: upright };
}

/** The column and row in the file of a pixel of the upright picture. */
const SOURCE: Readonly<
  Record<
    Exclude<Orientation, 1>,
    (x: number, y: number, right: number, bottom: number) => readonly [number, number]
  >
> = {
  2: (x, y, right) => [right - x, y],
  3: (x, y, right, bottom) => [right - x, bottom - y],
  4: (x, y, _, bottom) => [x, bottom - y],
  5: (x, y) => [y, x],
  6: (x, y, _, bottom) => [y, bottom - x],
  7: (x, y, right, bottom) => [right - y, bottom - x],
  8: (x, y, right) => [right - y, x],
};

/** Prepares a logo for a PDF, once a process: in colour for pages, as black dots for tickets. */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { LRUCache } from 'lru-cache';
import { PNG } from 'pngjs';
import { InvalidLogo, type Logo, readLogo } from './logo.js';
import { type Pixels, turned } from './orientation.js';

export interface Picture {
  width: number;
  height: number;
  /** The entries of the image dictionary, in PDF syntax. */
  entries: Readonly<Record<string, string | number | boolean>>;
  data: Buffer;
}

/** Twice the resolution of a ticket printer, which is enough for screens too. */
const DOTS_A_MM = 16;
/** Lighter pixels are white and darker ones black; only those between are dithered. */
const PAPER = 0.9;
const INK = 0.5;
const MEGABYTES = 64;

const MAX_CACHED = 64;
const prepared = new LRUCache<string, Picture>({ max: MAX_CACHED });

/** @throws InvalidLogo when the file is broken or too large */
export const colored = (logo: Buffer): Picture => once('color', logo, () => inColor(logo));

/** @param most the largest size in points at which it is drawn, which bounds its resolution */
export const blackened = (logo: Buffer, most: { width: number; height: number }): Picture =>
  once(`black ${most.width} ${most.height}`, logo, () => inBlack(logo, most));

/** A pixel larger than this would be visible. */
const MAX_POINTS_PER_PIXEL = 0.75;

/** The size at which a picture fills the room without visible pixels. */
export function within(
  { width, height }: Picture,
  room: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(MAX_POINTS_PER_PIXEL, room.width / width, room.height / height);
  return { width: width * scale, height: height * scale };
}

function once(kind: string, logo: Buffer, prepare: () => Picture): Picture {
  const name = `${kind} ${createHash('sha256').update(logo).digest('hex')}`;
  const picture = prepared.get(name) ?? prepare();
  prepared.set(name, picture);
  return picture;
}

function inColor(logo: Buffer): Picture {
  const original = readLogo(logo);
  const { width, height, data: pixels } = decode(logo, original);
  const entries = { Width: width, Height: height, BitsPerComponent: 8, Interpolate: true };
  if (original.type === 'jpeg' && original.orientation === 1) {
    const ColorSpace = original.grey ? '/DeviceGray' : '/DeviceRGB';
    return { width, height, data: logo, entries: { ...entries, ColorSpace, Filter: '/DCTDecode' } };
  }
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0, at = 0; i < pixels.length; i += 4)
    for (let c = 0; c < 3; c++) data[at++] = onPaper(pixels, i, c);
  return {
    width,
    height,
    data: deflateSync(data),
    entries: { ...entries, ColorSpace: '/DeviceRGB', Filter: '/FlateDecode' },
  };
}

/** @throws InvalidLogo when the file cannot be decoded */
function decode(file: Buffer, logo: Logo): Pixels {
  try {
    if (logo.type === 'png') {
      // pngjs decodes by the last header, but the first one was checked
      if (chunksOf(file, 'IHDR').length > 1) throw new Error('a PNG has one header');
      if (file[INTERLACED] === 1) checkInflatedSize(file, logo);
      return PNG.sync.read(file);
    }
    const options = { useTArray: true, maxMemoryUsageInMB: MEGABYTES, formatAsRGBA: true } as const;
    return turned(jpeg.decode(file, options), logo.orientation);
  } catch {
    throw new InvalidLogo('El logo está dañado: no se puede leer.');
  }
}

/** The offset of the interlace method in the header of a PNG. */
const INTERLACED = 28;

/** Throws for a zip bomb: pngjs inflates interlaced data without a limit. */
function checkInflatedSize(file: Buffer, { width, height }: Logo): void {
  const data = Buffer.concat(chunksOf(file, 'IDAT'));
  // two bytes for each of four channels, and a byte for each row of each of seven passes
  inflateSync(data, { maxOutputLength: 8 * width * height + 7 * height });
}

/** The contents of the chunks of this type. */
function chunksOf(file: Buffer, type: string): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + 8) === type)
      chunks.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  return chunks;
}

/** The value of a channel on white, by the opacity of the pixel. */
function onPaper(pixels: Uint8Array, at: number, channel: number): number {
  const alpha = pixels[at + 3] as number;
  return (((pixels[at + channel] as number) * alpha + 255 * (255 - alpha) + 127) / 255) | 0;
}

function inBlack(logo: Buffer, most: { width: number; height: number }): Picture {
  const original = decode(logo, readLogo(logo));
  const dots = DOTS_A_MM / (72 / 25.4);
  const share = Math.min(
    1,
    (most.width * dots) / original.width,
    (most.height * dots) / original.height,
  );
  const width = Math.max(1, Math.round(original.width * share));
  const height = Math.max(1, Math.round(original.height * share));
  const light = shrunk(original, width, height);
  const entries = {
    Width: width,
    Height: height,
    BitsPerComponent: 1,
    ColorSpace: '/DeviceGray',
    Filter: '/FlateDecode',
  };
  return { width, height, entries, data: deflateSync(dotted(light, width, height)) };
}

/** The lightness (0 to 1) of a smaller picture: each pixel is the mean of those that it covers. */
function shrunk(from: Pixels, width: number, height: number): Float32Array {
  const light = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, from.height);
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, from.width);
      let sum = 0;
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) {
          const at = 4 * (row * from.width + column);
          sum +=
            0.299 * onPaper(from.data, at, 0) +
            0.587 * onPaper(from.data, at, 1) +
            0.114 * onPaper(from.data, at, 2);
        }
      }
      light[y * width + x] = sum / (255 * (bottom - top) * (right - left));
    }
  }
  return light;
}

function span(at: number, of: number, from: number): [number, number] {
  const first = Math.floor((at * from) / of);
  return [first, Math.max(first + 1, Math.floor(((at + 1) * from) / of))];
}

/** Floyd–Steinberg dithering to one bit a pixel, in rows of whole bytes; a set bit is white. */
function dotted(light: Float32Array, width: number, height: number): Buffer {
  const stride = Math.ceil(width / 8);
  const bits = Buffer.alloc(stride * height);
  const owed = Float32Array.from(light, (value) =>
    Math.min(1, Math.max(0, (value - INK) / (PAPER - INK))),
  );
  const pass = (x: number, y: number, error: number) => {
    if (x >= 0 && x < width && y < height)
      owed[y * width + x] = (owed[y * width + x] as number) + error;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = owed[y * width + x] as number;
      const paper = value >= 0.5;
      if (paper)
        bits[y * stride + (x >> 3)] = (bits[y * stride + (x >> 3)] as number) | (0x80 >> (x & 7));
      const error = value - (paper ? 1 : 0);
      pass(x + 1, y, (error * 7) / 16);
      pass(x - 1, y + 1, (error * 3) / 16);
      pass(x, y + 1, (error * 5) / 16);
      pass(x + 1, y + 1, error / 16);
    }
  }
  return bits;
}

/**
 * Logos are recognised, turned upright and prepared; invalid, oversized and hostile files are
 * refused.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { InvalidLogo, readLogo } from './logo.js';
import { blackened, colored, within } from './picture.js';

const png = (
  width: number,
  height: number,
  dot: [number, number, number, number] = [200, 0, 40, 255],
) => {
  const image = new PNG({ width, height });
  image.data.fill(Buffer.from(dot));
  return PNG.sync.write(image);
};
const jpg = (width: number, height: number) =>
  jpeg.encode({ data: Buffer.alloc(width * height * 4, 200), width, height }, 80).data;
/** A PNG whose header declares this size. */
const pngWithSize = (width: number, height: number) => {
  const file = png(16, 16);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
};

test('PNG and JPEG files are recognised by their content', () => {
  expect(readLogo(png(120, 60))).toEqual({
    type: 'png',
    width: 120,
    height: 60,
    grey: false,
    orientation: 1,
  });
  expect(readLogo(jpg(64, 32))).toEqual({
    type: 'jpeg',
    width: 64,
    height: 32,
    grey: false,
    orientation: 1,
  });
});

test.each([
  ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a........................................')],
  ['the first half of a PNG', png(120, 60).subarray(0, 60)],
  ['a JPEG of two bytes', Buffer.from([0xff, 0xd8])],
  ['a JPEG without a frame', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(64)])],
])('%s is not a logo', (_, file) => {
  expect(() => readLogo(file)).toThrow(InvalidLogo);
});

test('files that are too heavy, too large or too small are refused before decoding', () => {
  expect(() => readLogo(Buffer.concat([png(16, 16), Buffer.alloc(300_000)]))).toThrow(
    'KB; el máximo es 256 KB',
  );
  expect(() => readLogo(pngWithSize(60_000, 60_000))).toThrow('60000 × 60000 píxeles');
  expect(() => readLogo(pngWithSize(1_900, 1_900))).toThrow('2 millones');
  expect(() => readLogo(pngWithSize(8, 16))).toThrow('mínimo');
});

test('a picture with a valid header and broken data is refused', () => {
  const broken = png(120, 60);
  broken.fill(0, 50, 70);
  expect(() => colored(broken)).toThrow('dañado');
  expect(() => colored(png(120, 60))).not.toThrow();
});

test('a CMYK JPEG is refused with advice', () => {
  const file = jpg(64, 32);
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
  file[frame + 9] = 4;
  expect(() => readLogo(file)).toThrow('RGB');
});

test('for a ticket a logo is a bitmap of one bit at the resolution of a printer', () => {
  const picture = blackened(png(1_000, 40), { width: 142, height: 62 });
  expect(picture.entries).toMatchObject({ BitsPerComponent: 1, ColorSpace: '/DeviceGray' });
  expect(picture.width).toBeLessThanOrEqual(803);
});

test('a logo fills its space unless its pixels would be visible', () => {
  const room = { width: 130, height: 62 };
  expect(within(colored(png(260, 62)), room)).toEqual({ width: 130, height: 31 });
  expect(within(colored(png(16, 16)), room)).toEqual({ width: 12, height: 12 });
});

test('a logo is prepared once', () => {
  const logo = png(20, 20, [0, 0, 0, 0]);
  expect(colored(logo)).toBe(colored(Buffer.from(logo)));
});

test.each([
  ['a row after row', 0],
  ['an interlaced', 1],
])('%s PNG that is a zip bomb is refused before it is inflated', (_, interlaced) => {
  const bomb = png(16, 16);
  const data = bomb.indexOf('IDAT') + 4;
  const header = Buffer.from(bomb.subarray(0, data - 8));
  header[28] = interlaced;
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  const deflated = deflateSync(Buffer.alloc(100_000_000));
  const file = Buffer.concat([header, chunk('IDAT', deflated), chunk('IEND', Buffer.alloc(0))]);
  const before = process.memoryUsage.rss();
  expect(() => colored(file)).toThrow('dañado');
  expect(process.memoryUsage.rss() - before).toBeLessThan(60e6);
});

test('a PNG with a second, larger header is refused before it is inflated', () => {
  const small = png(16, 16);
  const header = Buffer.from(small.subarray(16, 29));
  header.writeUInt32BE(2_500, 0);
  header.writeUInt32BE(2_500, 4);
  const rows = deflateSync(Buffer.alloc(2_500 * (4 * 2_500 + 1)));
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  const file = Buffer.concat([small.subarray(0, 33), ...chunks]);
  expect(readLogo(file)).toMatchObject({ width: 16, height: 16 });
  expect(() => colored(file)).toThrow('dañado');
  expect(() => blackened(file, { width: 142, height: 62 })).toThrow('dañado');
});

test('the first half of a JPEG is refused', () => {
  const whole = jpg(640, 320);
  expect(() => colored(whole.subarray(0, whole.length / 2))).toThrow('dañado');
});

test('a JPEG of hundreds of scans is refused, and one of ten is not', () => {
  const file = jpg(64, 32);
  const scan = file.subarray(file.indexOf(Buffer.from([0xff, 0xda])), -2);
  const withScans = (count: number) =>
    Buffer.concat([file.subarray(0, -2), ...Array(count - 1).fill(scan), file.subarray(-2)]);
  expect(readLogo(withScans(10))).toMatchObject({ width: 64 });
  expect(() => readLogo(withScans(500))).toThrow('demasiadas capas');
});

/** The left half of the picture is dark; the last column is a dark pixel once it is upright. */
test.each([
  [1, 64, 32, [0, 16]],
  [2, 64, 32, [63, 16]],
  [3, 64, 32, [63, 16]],
  [4, 64, 32, [0, 16]],
  [5, 32, 64, [16, 0]],
  [6, 32, 64, [16, 0]],
  [7, 32, 64, [16, 63]],
  [8, 32, 64, [16, 63]],
] as const)(
  'a JPEG with EXIF orientation %i is turned upright',
  (orientation, width, height, [x, y]) => {
    const data = Buffer.alloc(64 * 32 * 4);
    for (let at = 0; at < data.length; at += 4)
      data.fill((at / 4) % 64 < 32 ? 20 : 240, at, at + 4);
    const file = jpeg.encode({ data, width: 64, height: 32 }, 90).data;
    const exif = Buffer.from(
      'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0',
      'latin1',
    );
    exif.writeUInt16BE(orientation, exif.length - 4);
    const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
    const picture = colored(Buffer.concat([file.subarray(0, 2), marker, exif, file.subarray(2)]));
    expect(picture).toMatchObject({ width, height });
    if (orientation === 1) return expect(picture.entries).toMatchObject({ Filter: '/DCTDecode' });
    const pixels = inflateSync(picture.data);
    expect(pixels[3 * (y * width + x)]).toBeLessThan(60);
    expect(pixels[3 * ((height - 1 - y) * width + (width - 1 - x))]).toBeGreaterThan(200);
  },
);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

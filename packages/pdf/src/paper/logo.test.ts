import { expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { LogoRefused, readLogo } from './logo.js';
import { blackened, colored } from './picture.js';

const png = (width: number, height: number, dot: [number, number, number, number] = [200, 0, 40, 255]) => {
  const image = new PNG({ width, height });
  image.data.fill(Buffer.from(dot));
  return PNG.sync.write(image);
};
const jpg = (width: number, height: number) => jpeg.encode({ data: Buffer.alloc(width * height * 4, 200), width, height }, 80).data;
/** The header of a PNG that claims to be as large as told. */
const claiming = (width: number, height: number) => {
  const file = png(16, 16);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
};

test('a PNG and a JPEG are known by what they hold', () => {
  expect(readLogo(png(120, 60))).toEqual({ type: 'png', width: 120, height: 60, grey: false });
  expect(readLogo(jpg(64, 32))).toEqual({ type: 'jpeg', width: 64, height: 32, grey: false });
});

test.each([
  ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a........................................')],
  ['the first half of a PNG', png(120, 60).subarray(0, 60)],
  ['a JPEG of two bytes', Buffer.from([0xff, 0xd8])],
  ['a JPEG without a frame', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(64)])],
])('%s is no logo', (_, file) => {
  expect(() => readLogo(file)).toThrow(LogoRefused);
});

test('too heavy, too large and too small are told with their figures, and nothing is decoded for it', () => {
  expect(() => readLogo(Buffer.concat([png(16, 16), Buffer.alloc(300_000)]))).toThrow('KB; el máximo es 256 KB');
  expect(() => readLogo(claiming(60_000, 60_000))).toThrow('60000 × 60000 píxeles');
  expect(() => readLogo(claiming(1_900, 1_900))).toThrow('2 millones');
  expect(() => readLogo(claiming(8, 16))).toThrow('mínimo');
});

test('a broken picture behind a good header is refused before it is kept', () => {
  const broken = png(120, 60);
  broken.fill(0, 50, 70);
  expect(() => colored(broken)).toThrow('dañado');
  expect(() => colored(png(120, 60))).not.toThrow();
});

test('a CMYK JPEG is sent back with what to do', () => {
  const file = jpg(64, 32);
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
  file[frame + 9] = 4;
  expect(() => readLogo(file)).toThrow('RGB');
});

test('for a ticket it is dots of one bit, no more of them than a printer can use', () => {
  const picture = blackened(png(1_000, 40), { width: 142, height: 62 });
  expect(picture.entries).toMatchObject({ BitsPerComponent: 1, ColorSpace: 'DeviceGray' });
  expect(picture.width).toBeLessThanOrEqual(803);
});

test('it is prepared once, and what is clear shows the paper', () => {
  const logo = png(20, 20, [0, 0, 0, 0]);
  expect(colored(logo)).toBe(colored(Buffer.from(logo)));
});

/** Reads the kind and size of a logo from its header, and refuses it before anything is decoded. */
import { type Orientation, orientationIn } from './orientation.js';

export interface Logo {
  type: 'png' | 'jpeg';
  width: number;
  height: number;
  /** Whether it is a JPEG of one component, without colours. */
  grey: boolean;
  /** The EXIF orientation; width and height are those before it is applied. */
  orientation: Orientation;
}

const LOGO_LIMITS = { bytes: 256 * 1024, least: 16, side: 2_000, pixels: 2_000_000 } as const;

/**
 * A progressive JPEG has about ten scans. Each is decoded over the whole picture, however few bytes
 * it has: a file of 200 kB with 15,000 scans took 3.4 s.
 */
const MAX_SCANS = 100;

/** The message is Spanish, with advice for the person who uploads it. */
export class InvalidLogo extends Error {
  override name = 'InvalidLogo';
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The supported start-of-frame markers: baseline and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const EXIF = 0xe1;
const KINDS_OF_FRAME = { from: 0xc0, to: 0xcf, not: [0xc4, 0xc8, 0xcc] };

/** @throws InvalidLogo for a file that is not a complete PNG or JPEG within the limits */
export function readLogo(file: Buffer): Logo {
  const { bytes, least, side, pixels } = LOGO_LIMITS;
  if (file.length > bytes)
    throw new InvalidLogo(
      `El logo pesa ${Math.ceil(file.length / 1024)} KB; el máximo es ${bytes / 1024} KB.`,
    );
  const logo = readPng(file) ?? readJpeg(file);
  if (!logo) throw new InvalidLogo('El logo debe ser un archivo PNG o JPEG completo.');
  const { width, height } = logo;
  if (width < least || height < least)
    throw new InvalidLogo(
      `El logo mide ${width} × ${height} píxeles; el mínimo es ${least} por lado.`,
    );
  if (width > side || height > side || width * height > pixels)
    throw new InvalidLogo(
      `El logo mide ${width} × ${height} píxeles; el máximo es ${side} por lado y ` +
        `${pixels / 1e6} millones en total. Redúcelo.`,
    );
  if (logo.type === 'jpeg' && scansOf(file) > MAX_SCANS)
    throw new InvalidLogo('El JPEG tiene demasiadas capas: guárdalo como PNG.');
  return logo;
}

const SCAN = Buffer.from([0xff, 0xda]);

/** Inside of a scan, another byte follows each 0xff. */
function scansOf(file: Buffer): number {
  let count = 0;
  for (let at = file.indexOf(SCAN); at >= 0; at = file.indexOf(SCAN, at + 2)) count += 1;
  return count;
}

function readPng(file: Buffer): Logo | undefined {
  if (
    file.length < 33 ||
    !file.subarray(0, 8).equals(PNG) ||
    file.toString('latin1', 12, 16) !== 'IHDR'
  )
    return undefined;
  if (!file.subarray(-12).includes('IEND')) return undefined;
  return {
    type: 'png',
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
    grey: false,
    orientation: 1,
  };
}

function readJpeg(file: Buffer): Logo | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  let orientation: Orientation = 1;
  while (at + 9 < file.length && file[at] === 0xff) {
    const marker = file[at + 1] as number;
    const { from, to, not } = KINDS_OF_FRAME;
    if (marker >= from && marker <= to && !not.includes(marker))
      return frame(file, at, marker, orientation);
    if (marker === EXIF)
      orientation = orientationIn(file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2)));
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

function frame(file: Buffer, at: number, marker: number, orientation: Orientation): Logo {
  if (!FRAMES.includes(marker) || file[at + 4] !== 8)
    throw new InvalidLogo('Este tipo de JPEG no se puede imprimir: guárdalo como PNG.');
  const components = file[at + 9];
  if (components !== 1 && components !== 3)
    throw new InvalidLogo('El JPEG está en CMYK: guárdalo en RGB o como PNG.');
  return {
    type: 'jpeg',
    width: file.readUInt16BE(at + 7),
    height: file.readUInt16BE(at + 5),
    grey: components === 1,
    orientation,
  };
}

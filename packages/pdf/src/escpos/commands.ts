/** The commands of ESC/POS that a ticket needs. Source: Epson's ESC/POS command reference. */

const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;

/** Resets the printer, leaves double-byte characters and selects a code page. */
export const begin = (codePage: number): Buffer =>
  Buffer.from([ESC, 0x40, FS, 0x2e, ESC, 0x74, codePage]);

export const align = (side: 'left' | 'center'): Buffer =>
  Buffer.from([ESC, 0x61, side === 'left' ? 0 : 1]);

export const bold = (on: boolean): Buffer => Buffer.from([ESC, 0x45, on ? 1 : 0]);

/** Twice as high; the columns stay as they are. */
export const tall = (on: boolean): Buffer => Buffer.from([GS, 0x21, on ? 1 : 0]);

/** White on black. */
export const reverse = (on: boolean): Buffer => Buffer.from([GS, 0x42, on ? 1 : 0]);

/** Feeds the paper to the knife and cuts it, but for one point. */
export const cut = (): Buffer => Buffer.from([GS, 0x56, 0x42, 3]);

/** @param bits rows of whole bytes, in which a set bit is black */
export const raster = (width: number, height: number, bits: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([GS, 0x76, 0x30, 0, ...word(Math.ceil(width / 8)), ...word(height)]),
    bits,
  ]);

/** Model 2, with the error correction Q that SUNAT requires. */
export function qrCode(text: string, module: number): Buffer {
  const data = Buffer.from(text, 'utf8');
  return Buffer.concat([
    symbol(0x41, Buffer.from([50, 0])),
    symbol(0x43, Buffer.from([module])),
    symbol(0x45, Buffer.from([50])),
    symbol(0x50, Buffer.concat([Buffer.from([0x30]), data])),
    symbol(0x51, Buffer.from([0x30])),
  ]);
}

/** Code 128 from set B, nine millimetres high, with its text below. */
export function barcode(text: string): Buffer {
  const data = Buffer.from(`{B${text}`, 'latin1');
  return Buffer.concat([
    Buffer.from([GS, 0x68, 72, GS, 0x77, 2, GS, 0x48, 2, GS, 0x6b, 73, data.length]),
    data,
  ]);
}

const QR = 0x31;

const symbol = (command: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([GS, 0x28, 0x6b, ...word(data.length + 2), QR, command]), data]);

const word = (value: number): [number, number] => [value & 0xff, value >> 8];

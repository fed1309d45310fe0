/** The fonts of the documents, each read at its first use. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Font, readFont } from './font.js';
import { FONT_FILES } from './fontFiles.js';

export type Face = keyof typeof FONT_FILES;

/** The face that is used for characters that a face lacks. */
export const SPARE: Readonly<Record<Face, Face | undefined>> = {
  regular: 'spare',
  medium: 'spare',
  semibold: 'spareBold',
  bold: 'spareBold',
  spare: undefined,
  spareBold: undefined,
};

const require = createRequire(import.meta.url);

/** A bundle has the fonts in a folder beside its code. */
function fileOf(face: Face): URL | string {
  const bundled = new URL(`../fonts/${path.basename(FONT_FILES[face])}`, import.meta.url);
  return existsSync(bundled) ? bundled : require.resolve(FONT_FILES[face]);
}

const read = new Map<Face, Font>();

export function fontOf(face: Face): Font {
  let font = read.get(face);
  if (!font) {
    font = readFont(readFileSync(fileOf(face)));
    read.set(face, font);
  }
  return font;
}

/** The fonts of the documents, each read at its first use. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Font, readFont } from './font.js';

/**
 * IBM Plex Sans Condensed is legible at small sizes and has figures of one width and all Latin
 * letters. Thermal printers thin strokes, so tickets use a heavier weight. The spare faces have the
 * characters that Plex lacks: Greek, Cyrillic, arrows, symbols.
 */
const FILES = {
  regular:
    '@expo-google-fonts/ibm-plex-sans-condensed/400Regular/IBMPlexSansCondensed_400Regular.ttf',
  medium: '@expo-google-fonts/ibm-plex-sans-condensed/500Medium/IBMPlexSansCondensed_500Medium.ttf',
  semibold:
    '@expo-google-fonts/ibm-plex-sans-condensed/600SemiBold/IBMPlexSansCondensed_600SemiBold.ttf',
  bold: '@expo-google-fonts/ibm-plex-sans-condensed/700Bold/IBMPlexSansCondensed_700Bold.ttf',
  spare: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  spareBold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
} as const;

export type Face = keyof typeof FILES;

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
const read = new Map<Face, Font>();

export function fontOf(face: Face): Font {
  let font = read.get(face);
  if (!font) {
    font = readFont(readFileSync(require.resolve(FILES[face])));
    read.set(face, font);
  }
  return font;
}

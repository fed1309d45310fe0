/** The faces that documents are set in, each read once a process and at its first use. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Font, readFont } from './font.js';

/**
 * IBM Plex Sans Condensed: made for small sizes, figures of one width, every letter of Latin
 * scripts. A thermal head thins strokes, so tickets take one weight more. The spare faces draw what
 * Plex does not have: Greek, Cyrillic, arrows, symbols.
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

/** The faces tried for a character that a face does not have. */
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

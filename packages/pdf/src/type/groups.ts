/**
 * Puts the characters of documents into groups. A font is embedded with whole groups, so that few
 * subsets exist and each is cut and compressed once, not for each document.
 */
import { type Face, fontOf } from './faces.js';

/** Characters that are found together; those of most documents are in the first three groups. */
const GROUPS = [
  ' .,-/:;()·%+=0123456789',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'abcdefghijklmnopqrstuvwxyzáéíóúñ',
  'ÁÉÍÓÚÑ',
  '!"#$&\'*<>?@[\\]^_`{|}~',
  '°ª«»¿¡–—‘’“”…×½€−üÜ›№',
] as const;

/** A character without a group; it is embedded alone, and makes a subset of its own. */
export const NO_GROUP = 0;

/** By glyph: the bit of its group, and its character. */
type Grouped = ReadonlyMap<number, { group: number; point: number }>;

const known = new Map<Face, Grouped>();

function groupedOf(face: Face): Grouped {
  let grouped = known.get(face);
  if (!grouped) {
    grouped = readGroups(face);
    known.set(face, grouped);
  }
  return grouped;
}

function readGroups(face: Face): Grouped {
  const { glyphOf } = fontOf(face);
  const grouped = new Map<number, { group: number; point: number }>();
  GROUPS.forEach((characters, i) => {
    for (const character of characters) {
      const point = character.codePointAt(0) as number;
      const glyph = glyphOf(point);
      if (glyph !== 0 && !grouped.has(glyph)) grouped.set(glyph, { group: 1 << i, point });
    }
  });
  return grouped;
}

/** The bit of a glyph's group, or NO_GROUP. */
export const groupOf = (face: Face, glyph: number): number =>
  groupedOf(face).get(glyph)?.group ?? NO_GROUP;

/** The glyphs of some groups, with their characters. */
export function charactersOf(face: Face, groups: number): [glyph: number, point: number][] {
  const found: [number, number][] = [];
  for (const [glyph, { group, point }] of groupedOf(face))
    if ((groups & group) !== 0) found.push([glyph, point]);
  return found;
}

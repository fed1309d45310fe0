/** Finds the characters of a text that no font has: they are drawn as boxes. */
import type { Face } from './faces.js';
import { shape } from './shape.js';

/** Texts of these characters, as nearly all are, need no font to be read. */
const LATIN = /^[\x20-\x7e\xa1-\xff]*$/;
/** A character with its marks, or one that is not Latin. */
const UNUSUAL = /\P{M}\p{M}+|[^\s\x20-\xff]/gu;
/** Each has a spare face of its own. */
const FACES: readonly Face[] = ['regular', 'bold'];

/** @returns at most `limit` of them, so that a hostile text costs no more */
export function boxedCharacters(text: string, limit = 5): string[] {
  if (LATIN.test(text)) return [];
  const boxed: string[] = [];
  for (const each of new Set(text.normalize('NFC').match(UNUSUAL))) {
    if (FACES.some((face) => shape(each, face).boxed)) boxed.push(each);
    if (boxed.length === limit) break;
  }
  return boxed;
}

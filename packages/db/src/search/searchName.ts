/** Names as the SQL function search_name writes them. */

/** The letters that are read as each letter of ASCII; every other one parts words. */
const VARIANTS = {
  a: 'ÁÀÂÄÃáàâäã',
  e: 'ÉÈÊËéèêë',
  i: 'ÍÌÎÏíìîï',
  o: 'ÓÒÔÖÕóòôöõ',
  u: 'ÚÙÛÜúùûü',
  n: 'Ññ',
  c: 'Çç',
};
const PLAIN = new Map(
  Object.entries(VARIANTS).flatMap(([plain, letters]) =>
    [...letters].map((letter): [string, string] => [letter, plain]),
  ),
);
/** Of a name, only this many characters are searched. */
const MAX_NAME = 300;

/** Splits a name into words as the database indexes them: lower-case ASCII letters and digits. */
export const wordsOf = (name: string): string[] =>
  [...name.normalize('NFC')]
    .slice(0, MAX_NAME)
    .map((letter) => PLAIN.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Writes the values of PDF objects: dictionaries, texts and dates. */

/** A value in PDF syntax is a string: `/Name`, `3 0 R`, `(text)`. */
export type Value = string | number | boolean | readonly (string | number)[];

export type Entries = Readonly<Record<string, Value | undefined>>;

export const dictionary = (entries: Entries): string => `<<${written(entries)} >>`;

/** The dictionary of a stream. */
export const streamDictionary = (entries: Entries, length: number): string =>
  `<<${written(entries)} /Length ${length} >>`;

function written(entries: Entries): string {
  let text = '';
  for (const key in entries) {
    const value = entries[key];
    if (value !== undefined)
      text += ` /${key} ${Array.isArray(value) ? `[${value.join(' ')}]` : value}`;
  }
  return text;
}

/** Neither a control nor a character that a text in brackets must escape. */
const PLAIN = /^[ !"#$%&'*-[\]-~]*$/;

/** A text that readers show, as a title: in ASCII, or in UTF-16. */
export const text = (value: string): string =>
  PLAIN.test(value)
    ? `(${value})`
    : `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;

/** A date in UTC: `(D:20260301150000Z)`. */
export const date = (at: Date): string =>
  `(D:${at.toISOString().slice(0, 19).replace(/\D/g, '')}Z)`;

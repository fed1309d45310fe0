/** Writes the values of PDF objects: dictionaries, texts and dates. */

/** A value in PDF syntax is a string: `/Name`, `3 0 R`, `(text)`. */
export type Value = string | number | boolean | readonly (string | number)[];

export function dictionary(entries: Readonly<Record<string, Value | undefined>>): string {
  let written = '<<';
  for (const [key, value] of Object.entries(entries))
    if (value !== undefined)
      written += ` /${key} ${Array.isArray(value) ? `[${value.join(' ')}]` : value}`;
  return `${written} >>`;
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

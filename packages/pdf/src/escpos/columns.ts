/** Lays out texts in the columns of a printer, whose characters all have one width. */

/**
 * Breaks a text between words; a word that is wider than a row after its punctuation, or at the end
 * of the row.
 */
export function wrapped(text: string, columns: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const rows: string[] = [];
    let row = '';
    for (const word of paragraph.split(BETWEEN_WORDS).flatMap((each) => pieces(each, columns))) {
      if (row !== '' && row.length + 1 + word.length > columns) {
        rows.push(row);
        row = word;
      } else row = row === '' ? word : `${row} ${word}`;
    }
    return [...rows, row];
  });
}

/**
 * A separator stays with the word before it, so that no row begins with one. Each run of spaces is
 * matched only once, however long it is.
 */
const BETWEEN_WORDS = /(?<! ) +(?! |[·›|>] )/;

/**
 * The pieces of a long word: the parts of an address that fill half a row, or as much as fits, and
 * what is left.
 */
const pieces = (word: string, columns: number): string[] => {
  const [all, half] = [`.{1,${columns}}`, Math.ceil(columns / 2)];
  const parts = `.{${half},${columns - 1}}[-_./@]`;
  return word.match(new RegExp(`${all}$|${parts}|${all}`, 'gu')) ?? [''];
};

/** A label on the left and its value on the right, or on two rows when they do not fit in one. */
export function apart(label: string, value: string, columns: number): string[] {
  const room = columns - value.length - 1;
  if (label.length <= room) return [label.padEnd(columns - value.length) + value];
  const rows = wrapped(label, columns);
  const last = rows.at(-1) ?? '';
  return last.length <= room
    ? [...rows.slice(0, -1), last.padEnd(columns - value.length) + value]
    : [...rows, value.padStart(columns)];
}

/**
 * Tables as CSV that Excel opens: UTF-8 with its mark, lines that end in CRLF, every cell quoted,
 * and no cell that a spreadsheet would take for a formula.
 */

const BYTE_ORDER_MARK = '\uFEFF';

/** Begins with a formula's sign for a spreadsheet, also after blanks, or full-width as in Japan. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]|^[\t\r\n]/;

/** A line of a table; a cell like a formula begins with an apostrophe, which shows it as text. */
const csvLine = (cells: readonly string[]): string =>
  `${cells
    .map((cell) => `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`)
    .join(',')}\r\n`;

/** One chunk for each page of rows: the next page is read when the last chunk was taken. */
export async function* csvChunks(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(head);
  for await (const rows of pages) if (rows.length > 0) yield rows.map(csvLine).join('');
}

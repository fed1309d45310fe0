/**
 * Tables as CSV that Excel opens: UTF-8 with its mark, lines that end in CRLF, every cell quoted,
 * and no cell that a spreadsheet would take for a formula.
 */

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Where a spreadsheet would find a formula: its sign, also after blanks, or full-width as in Japan.
 * One that separates by semicolons or tabs, as Excel does in some regions, begins a cell after each
 * of them and takes the quotes for text; two of them before a sign are an empty text there.
 */
const FORMULA = /^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;

/** A line of a table; an apostrophe before what is like a formula shows it as text. */
const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replace(FORMULA, "'").replaceAll('"', '""')}"`).join(',')}\r\n`;

/** One chunk for each page of rows: the next page is read when the last chunk was taken. */
export async function* csvChunks(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(head);
  for await (const rows of pages) if (rows.length > 0) yield rows.map(csvLine).join('');
}

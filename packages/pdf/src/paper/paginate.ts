/**
 * Puts rows on pages. The closing with the totals is never alone: it moves to a new page with the
 * last rows.
 */
import type { Block } from './block.js';

export interface Page {
  rows: Block[];
  closing?: Block;
  /** The blocks after the closing. */
  after: Block[];
}

/** The most rows that move with a closing that does not fit. */
const ROWS_WITH_CLOSING = 2;

/** @param room the height for blocks, on the first page and on the others */
export function paginate(
  rows: readonly Block[],
  closing: Block,
  after: readonly Block[],
  room: { first: number; next: number },
): Page[] {
  const pages: Page[] = [{ rows: [], after: [] }];
  const left = () => (pages.length === 1 ? room.first : room.next) - heightOf(pages.at(-1));
  let free = left();
  for (const row of rows) {
    if (row.height > free) {
      pages.push({ rows: [], after: [] });
      free = left();
    }
    pages.at(-1)?.rows.push(row);
    free -= row.height;
  }
  if (closing.height > left()) moveClosing(pages, closing, room.next);
  Object.assign(pages.at(-1) as Page, { closing });
  for (const block of after) {
    if (block.height > left())
      pages.push({ rows: [], after: block.continued ? [block.continued] : [] });
    pages.at(-1)?.after.push(block);
  }
  return pages;
}

function heightOf(page: Page | undefined): number {
  const blocks = page ? [...page.rows, ...(page.closing ? [page.closing] : []), ...page.after] : [];
  return blocks.reduce((sum, { height }) => sum + height, 0);
}

function moveClosing(pages: Page[], closing: Block, room: number): void {
  const before = pages.at(-1) as Page;
  const moved: Block[] = [];
  let free = room - closing.height;
  for (
    let row = before.rows.at(-1);
    row && row.height <= free && moved.length < ROWS_WITH_CLOSING;
    row = before.rows.at(-1)
  ) {
    moved.unshift(row);
    before.rows.pop();
    free -= row.height;
  }
  // the first page stays, because it has the heading
  if (before.rows.length === 0 && pages.length > 1) pages.pop();
  pages.push({ rows: moved, after: [] });
}

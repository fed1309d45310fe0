/**
 * Puts rows on pages. The closing with the totals never stands without a row: it takes the last
 * ones along to its page.
 */
import type { Block } from './block.js';

export interface Page {
  rows: Block[];
  closing?: Block;
  /** What follows the closing, broken wherever a page ends. */
  after: Block[];
}

/** Rows that go along with a closing which finds no room. */
const COMPANY = 2;

/** @param room for rows and what follows them, on the first page and on the others */
export function paginate(
  rows: readonly Block[],
  closing: Block,
  after: readonly Block[],
  room: { first: number; next: number },
): Page[] {
  const pages: Page[] = [{ rows: [], after: [] }];
  const left = () => (pages.length === 1 ? room.first : room.next) - heightOf(pages.at(-1));
  for (const row of rows) {
    if (row.height > left()) pages.push({ rows: [], after: [] });
    pages.at(-1)?.rows.push(row);
  }
  if (closing.height > left()) turnPage(pages, closing, room.next);
  Object.assign(pages.at(-1) as Page, { closing });
  for (const block of after) {
    if (block.height > left()) pages.push({ rows: [], after: [] });
    pages.at(-1)?.after.push(block);
  }
  return pages;
}

function heightOf(page: Page | undefined): number {
  const blocks = page ? [...page.rows, ...(page.closing ? [page.closing] : []), ...page.after] : [];
  return blocks.reduce((sum, { height }) => sum + height, 0);
}

function turnPage(pages: Page[], closing: Block, room: number): void {
  const before = pages.at(-1) as Page;
  const company: Block[] = [];
  let free = room - closing.height;
  for (
    let row = before.rows.at(-1);
    row && row.height <= free && company.length < COMPANY;
    row = before.rows.at(-1)
  ) {
    company.unshift(row);
    before.rows.pop();
    free -= row.height;
  }
  // a page that gave all its rows away is not needed; the first one has its heading
  if (before.rows.length === 0 && pages.length > 1) pages.pop();
  pages.push({ rows: company, after: [] });
}

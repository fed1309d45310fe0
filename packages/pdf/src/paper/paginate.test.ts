/** Rows are put on pages without loss, and the closing is always on a page with some of them. */
import { expect, test } from '@jest/globals';
import type { Block } from './block.js';
import { paginate } from './paginate.js';

const block = (height: number): Block => ({ height, draw: () => undefined });
const rows = (count: number, height = 10) => Array.from({ length: count }, () => block(height));
const room = { first: 100, next: 150 };
const counts = (pages: ReturnType<typeof paginate>) => pages.map((page) => page.rows.length);

test('rows and closing that fit are on one page', () => {
  const pages = paginate(rows(7), block(30), [], room);
  expect(counts(pages)).toEqual([7]);
  expect(pages[0]?.closing).toBeDefined();
});

test('a closing that does not fit moves to a new page with the last two rows', () => {
  expect(counts(paginate(rows(10), block(30), [], room))).toEqual([8, 2]);
  expect(counts(paginate(rows(25), block(30), [], room))).toEqual([10, 13, 2]);
});

test('a page without rows is removed unless it is the first', () => {
  expect(counts(paginate(rows(11, 15), block(140), [], { first: 150, next: 160 }))).toEqual([
    10, 1,
  ]);
  expect(counts(paginate(rows(1), block(95), [], room))).toEqual([0, 1]);
});

test('every row is on exactly one page, and no page overflows', () => {
  for (let count = 1; count < 60; count += 3) {
    for (const closing of [5, 60, 99, 130]) {
      const all = rows(count, 3 + (count % 17));
      const pages = paginate(all, block(closing), rows(count % 30), room);
      expect(pages.flatMap((page) => page.rows)).toEqual(all);
      expect(pages.filter((page) => page.closing)).toHaveLength(1);
      expect(pages.find((page) => page.closing)?.rows.length).toBeGreaterThan(0);
      pages.forEach((page, at) => {
        const blocks = [...page.rows, ...(page.closing ? [page.closing] : []), ...page.after];
        expect(blocks.reduce((sum, { height }) => sum + height, 0)).toBeLessThanOrEqual(
          at === 0 ? room.first : room.next,
        );
      });
    }
  }
});

test('blocks after the closing continue over as many pages as they need', () => {
  const pages = paginate(rows(1), block(80), rows(40), room);
  expect(pages.map((page) => page.after.length)).toEqual([1, 15, 15, 9]);
});

/** Tests which lines are too wide. */
import { expect, test } from '@jest/globals';
import { beyond, isTooWide } from './width.mjs';

const wide = `const sum = ${'one + '.repeat(20)}two;`;

test('a line of more than 100 columns is too wide', () => {
  expect(isTooWide({ file: 'apps/api/src/app.ts', line: wide })).toBe(true);
  expect(isTooWide({ file: 'apps/api/src/app.ts', line: wide.slice(0, 100) })).toBe(false);
});

test('columns are counted by character, not by code unit', () => {
  expect(isTooWide({ file: 'apps/api/src/app.ts', line: '😀 '.repeat(50) })).toBe(false);
});

test('an applied migration and one long word may be wider', () => {
  expect(isTooWide({ file: 'prisma/migrations/1_first/migration.sql', line: wide })).toBe(false);
  expect(isTooWide({ file: 'apps/api/src/app.ts', line: 'x'.repeat(120) })).toBe(false);
});

test('a part with more wide lines than it may have is reported', () => {
  const wide = [1, 2].map((number) => ({ file: 'packages/db/src/index.ts', number }));
  expect(beyond(wide, { 'packages/db': 2 })).toEqual([]);
  expect(beyond(wide, { 'packages/db': 1 })).toHaveLength(2);
  expect(beyond(wide, {})).toHaveLength(2);
});

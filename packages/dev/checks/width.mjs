/** Finds lines wider than 100 columns. */
import { sourceLines } from './sources.mjs';

const COLUMNS = 100;

/** Lines that cannot be broken, each kind with the reason. */
const ALLOWED = [
  { file: /^prisma\/migrations\//, reason: 'was applied, and never changes' },
  { line: /\S{80}/, reason: 'one long word: an address, base64, a regular expression' },
];

/**
 * The number of wide lines that a part may have. Numbers only decrease, and no row is added.
 * @type {Record<string, number>}
 */
const REMAINING = {
  'apps/panel': 1,
  'packages/contract': 40,
  'packages/engine': 12,
  'packages/operations': 2,
  'packages/pdf': 1,
  'prisma/schema.prisma': 1,
};

/** @returns the wide lines of the parts that have more of them than they may, or '' */
export const wideLines = async () => beyond(sourceLines().filter(isTooWide)).join('\n');

/** @param {{ file: string, number: number }[]} wide */
export function beyond(wide, remaining = REMAINING) {
  const parts = new Set(wide.map(({ file }) => partOf(file)));
  return [...parts].flatMap((part) => {
    const own = wide.filter(({ file }) => partOf(file) === part);
    if (own.length <= (remaining[part] ?? 0)) return [];
    return own.map(({ file, number }) => `${file}:${number}: más de ${COLUMNS} columnas`);
  });
}

const partOf = (file) =>
  file.startsWith('test/') ? 'test' : file.split('/').slice(0, 2).join('/');

/** @param {{ file: string, line: string }} source */
export const isTooWide = (source) =>
  [...source.line].length > COLUMNS &&
  !ALLOWED.some(({ file, line }) => file?.test(source.file) ?? line?.test(source.line));

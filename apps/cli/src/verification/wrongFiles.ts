/** What commands say of files that are missing or damaged. */
import type { WrongFile } from './checkFiles.js';

/** Of more wrong files than this only the number is printed. */
const MAX_LISTED = 50;

/** Names them, one a line; of very many only the first. */
export const wrongLines = (wrong: readonly WrongFile[]): string[] => [
  ...wrong.slice(0, MAX_LISTED).map(({ archivo, por_que }) => `${archivo}: ${por_que}`),
  ...(wrong.length > MAX_LISTED
    ? [`… y ${wrong.length - MAX_LISTED} más; míralos con --json.`]
    : []),
];

/** Those that a backup did not name as lost. */
export function wrongSince(
  wrong: readonly WrongFile[],
  { lost = [] }: { lost?: readonly WrongFile[] } = {},
): WrongFile[] {
  const known = new Set(lost.map(({ archivo }) => archivo));
  return wrong.filter(({ archivo }) => !known.has(archivo));
}

/** The lines that two texts do not share: the first one's with '-', the second one's with '+'. */
export function lineDiff(before: string, after: string): string[] {
  const [a, b] = withoutSharedEnds(before.split('\n'), after.split('\n'));
  const shared = commonSuffixes(a, b);
  const diff: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(shared, i + 1, j) >= at(shared, i, j + 1)))
      diff.push(`- ${a[i++]}`);
    else diff.push(`+ ${b[j++]}`);
  }
  return diff;
}

/** Most of two documents is the same from either end: the table below need not hold it. */
function withoutSharedEnds(a: readonly string[], b: readonly string[]): [string[], string[]] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

const at = (table: readonly Uint16Array[], i: number, j: number): number => table[i]?.[j] ?? 0;

/**
 * For each pair of positions, the length of the longest common subsequence of the rests. Lines are
 * compared by number: thousands of pairs of documents are compared, each line with each.
 */
function commonSuffixes(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const numberOf = new Map([...a, ...b].map((line, at) => [line, at]));
  const numbers = (lines: readonly string[]) =>
    Uint32Array.from(lines, (line) => numberOf.get(line) as number);
  const [from, to] = [numbers(a), numbers(b)];
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i -= 1)
    fillRow(table[i] as Uint16Array, table[i + 1] as Uint16Array, from[i] as number, to);
  return table;
}

function fillRow(row: Uint16Array, next: Uint16Array, line: number, to: Uint32Array): void {
  for (let j = to.length - 1; j >= 0; j -= 1) {
    row[j] =
      line === to[j]
        ? (next[j + 1] as number) + 1
        : Math.max(next[j] as number, row[j + 1] as number);
  }
}

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

const at = (table: readonly number[][], i: number, j: number): number => table[i]?.[j] ?? 0;

/** For each pair of positions, the length of the longest common subsequence of the rests. */
function commonSuffixes(a: readonly string[], b: readonly string[]): number[][] {
  const table: number[][] = Array.from({ length: a.length + 1 }, () => []);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      (table[i] as number[])[j] =
        a[i] === b[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1));
  return table;
}

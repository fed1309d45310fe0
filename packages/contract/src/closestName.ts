/** Finds the known name with the smallest edit distance to a mistyped one, if any is close. */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  if (typed.length > 40) return undefined;
  const limit = typed.length < 5 ? 1 : 2;
  let best: { name: string; far: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > limit) continue;
    const far = distance(typed.toLowerCase(), name);
    if (far <= limit && (best === undefined || far < best.far)) best = { name, far };
  }
  return best?.name;
}

/** Levenshtein distance: letters to insert, delete or change to turn one word into the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

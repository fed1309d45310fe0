/** Finds the known names that a mistyped one may stand for. */

/** More candidates than this are no help. */
const MOST = 3;

/**
 * @returns the one with the smallest edit distance, if any is close, else those that share the most
 * words with it, if they are few
 */
export function closestNames(typed: string, names: readonly string[]): string[] {
  if (typed.length > 40) return [];
  const snake = typed.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  const near = nearest(snake, names);
  return near === undefined ? alike(snake, names) : [near];
}

function nearest(typed: string, names: readonly string[]): string | undefined {
  const limit = typed.length < 5 ? 1 : 2;
  let best: { name: string; far: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > limit) continue;
    const far = distance(typed, name);
    if (far <= limit && (best === undefined || far < best.far)) best = { name, far };
  }
  return best?.name;
}

/** Those with the most words of the typed one: cod_tipo for codigo. */
function alike(typed: string, names: readonly string[]): string[] {
  const words = wordsOf(typed);
  const counted = names.map((name) => {
    const own = wordsOf(name);
    return { name, shared: words.filter((word) => own.some((one) => begins(word, one))).length };
  });
  const most = Math.max(1, ...counted.map(({ shared }) => shared));
  const found = counted.filter(({ shared }) => shared === most).map(({ name }) => name);
  return found.length <= MOST ? found : [];
}

/** Words of two letters are in too many names. */
const wordsOf = (name: string): string[] =>
  name.split(/[^a-z\d]+/).filter(({ length }) => length > 2);

const begins = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one);

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

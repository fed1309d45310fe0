/** Finds variables that nothing reads and whose names are nearly those of others. */

/**
 * One Spanish sentence for each. A name that resembles none is left alone: it is another program's.
 * @param read the names that this process reads
 */
export function misspeltVariables(env: NodeJS.ProcessEnv, read: ReadonlySet<string>): string[] {
  const known = [...read].flatMap((name) => [name, `${name}_FILE`]);
  const exact = new Set(known);
  return Object.keys(env)
    .filter((name) => !exact.has(name) && !name.startsWith(OPEN_TELEMETRY))
    .flatMap((name) => {
      const meant = known.find((each) => differsAtMost(name, each, mistakesIn(each)));
      return meant ? [`Nada lee la variable ${name}: ¿debía ser ${meant}?`] : [];
    });
}

/** Its variables for metrics and logs, which others read, are nearly those for traces. */
const OPEN_TELEMETRY = 'OTEL_';

/**
 * The most that a misspelt name may have: REDIS_PORT and REDIS_SENTINEL_HOST, which other programs
 * have, are not taken for REDIS_CERT and REDIS_SENTINEL_TLS.
 */
const mistakesIn = ({ length }: string): number => Math.min(Math.floor(length / 6), 2);

/**
 * Whether at most so many letters are missing, added, wrong or exchanged with their neighbour. Ends
 * as soon as there are more: a process compares thousands of names when it starts.
 */
function differsAtMost(one: string, other: string, most: number): boolean {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length && Math.min(...last) <= most; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const wrong = Number(one[i - 1] !== other[j - 1]);
      const exchanged = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + wrong,
        exchanged ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return at(last, other.length) <= most;
}

const at = (row: readonly number[], index: number): number =>
  row[index] ?? Number.POSITIVE_INFINITY;

/**
 * Counts and measures in the text format of Prometheus. Labels come from closed lists: no business,
 * no document, no code.
 */

type Labels = Readonly<Record<string, string>>;

/** A name, what it means, and how it is told. */
export interface Metric {
  text(): string;
}

export interface Counter extends Metric {
  add(labels?: Labels): void;
}

export interface Histogram extends Metric {
  observe(seconds: number, labels?: Labels): void;
}

export function createCounter(name: string, help: string): Counter {
  const counts = new Map<string, number>();
  return {
    add(labels = {}) {
      const series = name + written(labels);
      counts.set(series, (counts.get(series) ?? 0) + 1);
    },
    text: () => told(name, 'counter', help, [...counts]),
  };
}

/** Half the time that somebody would notice, up to what a lease allows. */
const BOUNDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createHistogram(
  name: string,
  help: string,
  bounds: readonly number[] = BOUNDS,
): Histogram {
  const measured = new Map<
    string,
    { labels: Labels; within: number[]; sum: number; count: number }
  >();
  return {
    observe(seconds, labels = {}) {
      const key = written(labels);
      const one = measured.get(key) ?? { labels, within: bounds.map(() => 0), sum: 0, count: 0 };
      measured.set(key, one);
      bounds.forEach((bound, place) => {
        if (seconds <= bound) one.within[place] = (one.within[place] as number) + 1;
      });
      one.sum += seconds;
      one.count += 1;
    },
    text: () =>
      told(
        name,
        'histogram',
        help,
        [...measured.values()].flatMap(({ labels, within, sum, count }) => [
          ...bounds.map((bound, place): [string, number] => [
            `${name}_bucket${written({ ...labels, le: String(bound) })}`,
            within[place] as number,
          ]),
          [`${name}_bucket${written({ ...labels, le: '+Inf' })}`, count],
          [`${name}_sum${written(labels)}`, sum],
          [`${name}_count${written(labels)}`, count],
        ]),
      ),
  };
}

/** What is so at this moment. */
export const gauge = (
  name: string,
  help: string,
  values: readonly (readonly [labels: Labels, value: number])[],
): string =>
  told(
    name,
    'gauge',
    help,
    values.map(([labels, value]) => [name + written(labels), value]),
  );

const told = (
  name: string,
  type: string,
  help: string,
  values: readonly (readonly [series: string, value: number])[],
): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values.map(([series, value]) => `${series} ${value}`),
    '',
  ].join('\n');

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

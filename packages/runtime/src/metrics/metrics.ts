/**
 * The metrics of a process in the text format of Prometheus, by prom-client. Labels come from
 * closed lists: no business, no document, no code.
 */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { singleFlight } from '../concurrency/singleFlight.js';
import { VERSION } from '../version.js';

/** Bucket bounds in seconds, up to the longest request to the authority. */
const DURATIONS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const BUILD_INFO = {
  name: 'rafaga_build_info',
  help: 'Always 1; the version of the program is a label.',
  labelNames: ['version'] as const,
};

/** prom-client's totals of gauges that it also gives by type; their names end like a counter's. */
const SUMMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

export interface Metrics {
  counter<L extends string>(name: string, help: string, labels: readonly L[]): Counter<L>;
  histogram<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    bounds?: readonly number[],
  ): Histogram<L>;
  /** A gauge has a value only while a callback of `onScrape` sets one. */
  gauge<L extends string>(name: string, help: string, labels: readonly L[]): Gauge<L>;
  /**
   * Sets the values of some gauges before each scrape. When `read` rejects, these gauges are left
   * out of the page.
   */
  onScrape(gauges: readonly Gauge[], read: () => Promise<void>): void;
  /** The page that /metrics serves. */
  text(): Promise<string>;
  /** The samples of that page, for a process that adds them to its own. */
  samples(): Promise<Samples>;
}

export type Samples = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export interface MetricsOptions {
  /** Adds the version, and prom-client's own metrics: processor, memory, event loop, … */
  process?: boolean;
  /** Labels of every sample, which distinguish them from those of the process that serves them. */
  labels?: Readonly<Record<string, string>> | undefined;
}

export function createMetrics({ process = false, labels = {} }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  const registers = [registry];
  if (process) {
    collectDefaultMetrics({ register: registry });
    for (const name of SUMMED) registry.removeSingleMetric(name);
    new Gauge({ ...BUILD_INFO, registers }).set({ version: VERSION }, 1);
  }
  const reads: (() => Promise<void>)[] = [];
  const flight = singleFlight<Samples>();

  async function scrape(): Promise<Samples> {
    await Promise.all(reads.map((read) => read()));
    return registry.getMetricsAsJSON();
  }
  // one scrape at a time, because all share the gauges
  const samples = () => flight('scrape', scrape);

  return {
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames, registers }),
    histogram: (name, help, labelNames, bounds = DURATIONS) =>
      new Histogram({ name, help, labelNames, buckets: [...bounds], registers }),
    gauge: (name, help, labelNames) => new Gauge({ name, help, labelNames, registers }),
    onScrape(gauges, read) {
      reads.push(async () => {
        for (const gauge of gauges) gauge.reset();
        await read().catch(() => {
          for (const gauge of gauges) gauge.reset();
        });
      });
    },
    samples,
    text: async () => pageOf([await samples()]),
  };
}

/** Makes one page of the samples of several processes, whose labels differ. */
export async function pageOf(processes: readonly Samples[]): Promise<string> {
  // samples are neither added up nor left out
  const kept = processes.map((all) => all.map((one) => ({ ...one, aggregator: 'first' })));
  const page = await AggregatorRegistry.aggregate(kept).metrics();
  return page.replace(/\n{2,}/g, '\n');
}

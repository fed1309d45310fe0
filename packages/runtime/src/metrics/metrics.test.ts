/** Tests the text of /metrics. */
import { expect, test } from '@jest/globals';
import { createMetrics, pageOf } from './metrics.js';

test('a counter has its help text and a line for each of its series', async () => {
  const metrics = createMetrics();
  const counter = metrics.counter('rafaga_x_total', 'What x is.', ['color']);
  for (const color of ['red', 'red', 'blue']) counter.inc({ color });
  expect(await metrics.text()).toBe(
    '# HELP rafaga_x_total What x is.\n# TYPE rafaga_x_total ' +
      'counter\nrafaga_x_total{color="red"} 2\nrafaga_x_total{color="blue"} 1\n',
  );
});

test('a histogram counts up to each bound, and beyond the last', async () => {
  const metrics = createMetrics();
  const histogram = metrics.histogram('rafaga_x_seconds', 'What x is.', ['kind'], [1, 5]);
  for (const seconds of [0.5, 1, 3, 8]) histogram.observe({ kind: 'a' }, seconds);
  expect((await metrics.text()).split('\n').slice(2, -1)).toEqual([
    'rafaga_x_seconds_bucket{le="1",kind="a"} 2',
    'rafaga_x_seconds_bucket{le="5",kind="a"} 3',
    'rafaga_x_seconds_bucket{le="+Inf",kind="a"} 4',
    'rafaga_x_seconds_sum{kind="a"} 12.5',
    'rafaga_x_seconds_count{kind="a"} 4',
  ]);
});

test('the samples of two processes stay apart on one page', async () => {
  const [own, other] = [createMetrics(), createMetrics({ labels: { process: 'other' } })];
  for (const { counter, gauge, onScrape } of [own, other]) {
    counter('rafaga_x_total', 'What x is.', ['color']).inc({ color: 'red' }, 2);
    const gauged = gauge('rafaga_y', 'What y is.', []);
    onScrape([gauged], async () => gauged.set(5));
  }
  expect((await pageOf([await own.samples(), await other.samples()])).split('\n')).toEqual([
    '# HELP rafaga_x_total What x is.',
    '# TYPE rafaga_x_total counter',
    'rafaga_x_total{color="red"} 2',
    'rafaga_x_total{color="red",process="other"} 2',
    '# HELP rafaga_y What y is.',
    '# TYPE rafaga_y gauge',
    'rafaga_y 5',
    'rafaga_y{process="other"} 5',
    '',
  ]);
});

test('a gauge is read at each scrape, and keeps no series of an earlier one', async () => {
  const metrics = createMetrics();
  const gauge = metrics.gauge('rafaga_x', 'What x is.', ['stage']);
  let stage = 'first';
  metrics.onScrape([gauge], async () => gauge.set({ stage }, 3));
  const lines = async () => (await metrics.text()).split('\n').slice(2, -1);
  expect(await lines()).toEqual(['rafaga_x{stage="first"} 3']);
  stage = 'second';
  expect(await lines()).toEqual(['rafaga_x{stage="second"} 3']);
});

test('a source that does not answer leaves its gauges out, and nothing else', async () => {
  const metrics = createMetrics();
  const lost = metrics.gauge('rafaga_lost', 'Of a server that is down.', ['stage']);
  const own = metrics.gauge('rafaga_own', 'Of this process.', []);
  metrics.onScrape([lost], async () => {
    lost.set({ stage: 'half read' }, 1);
    throw new Error('away');
  });
  metrics.onScrape([own], async () => own.set(7));
  const values = (await metrics.text()).split('\n').filter((line) => !line.startsWith('#'));
  expect(values).toEqual(['rafaga_own 7', '']);
});

test('two scrapes at the same time give the same page', async () => {
  const metrics = createMetrics();
  const gauge = metrics.gauge('rafaga_x', 'What x is.', []);
  let reads = 0;
  metrics.onScrape([gauge], async () => gauge.set(++reads));
  const [one, other] = await Promise.all([metrics.text(), metrics.text()]);
  expect(one).toContain('rafaga_x 1\n');
  expect(other).toBe(one);
});

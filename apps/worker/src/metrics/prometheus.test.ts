import { expect, test } from '@jest/globals';
import { createCounter, createHistogram, gauge } from './prometheus.js';
import { createWorkerMetrics } from './workerMetrics.js';

test('a counter tells each of its series, and what it is', () => {
  const counter = createCounter('rafaga_x_total', 'What x is.');
  for (const color of ['red', 'red', 'blue']) counter.add({ color });
  expect(counter.text()).toBe(
    '# HELP rafaga_x_total What x is.\n# TYPE rafaga_x_total ' +
      'counter\nrafaga_x_total{color="red"} 2\nrafaga_x_total{color="blue"} 1\n',
  );
});

test('a histogram counts up to each bound, and beyond the last', () => {
  const histogram = createHistogram('rafaga_x_seconds', 'What x is.', [1, 5]);
  for (const seconds of [0.5, 1, 3, 8]) histogram.observe(seconds, { kind: 'a' });
  expect(histogram.text().split('\n').slice(2, -1)).toEqual([
    'rafaga_x_seconds_bucket{kind="a",le="1"} 2',
    'rafaga_x_seconds_bucket{kind="a",le="5"} 3',
    'rafaga_x_seconds_bucket{kind="a",le="+Inf"} 4',
    'rafaga_x_seconds_sum{kind="a"} 12.5',
    'rafaga_x_seconds_count{kind="a"} 4',
  ]);
});

test('a gauge tells what is', () => {
  expect(gauge('rafaga_x', 'What x is.', [[{}, 3]])).toBe(
    '# HELP rafaga_x What x is.\n# TYPE rafaga_x gauge\nrafaga_x 3\n',
  );
});

test('an attempt is counted by what came of it', () => {
  const metrics = createWorkerMetrics();
  metrics.requestEnded('sendBill', 'cdr', 40);
  metrics.requestEnded('sendBill', 'transport_error', 25_000);
  metrics.attemptEnded({ do: 'wait', class: 'unknown', error: 'x' }, 25_100);
  metrics.attemptEnded({ do: 'pause', reason: 'x' }, 10);
  metrics.attemptEnded({ do: 'review', reason: 'crashes', error: 'x' }, 10);
  metrics.documentSettled('accepted', 700);
  metrics.signatureChecked('unknown_signer');
  expect(metrics.text().split('\n')).toEqual(
    expect.arrayContaining([
      'rafaga_sunat_requests_total{operation="sendBill",outcome="cdr"} 1',
      'rafaga_sunat_requests_total{operation="sendBill",outcome="transport_error"} 1',
      'rafaga_sunat_request_duration_seconds_bucket{operation="sendBill",le="0.05"} 1',
      'rafaga_attempt_duration_seconds_count{result="wait"} 1',
      'rafaga_waits_total{class="unknown"} 1',
      'rafaga_waits_total{class="paused"} 1',
      'rafaga_reviews_total{reason="crashes"} 1',
      'rafaga_documents_settled_total{state="accepted"} 1',
      'rafaga_cdr_signatures_total{result="unknown_signer"} 1',
      'rafaga_settlement_delay_seconds_bucket{le="1"} 1',
    ]),
  );
});

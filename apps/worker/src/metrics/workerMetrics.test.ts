/** Tests the counters and histograms of a worker. */
import { expect, test } from '@jest/globals';
import { createMetrics } from '@rafaga/runtime/metrics';
import { createWorkerMetrics } from './workerMetrics.js';

const SEND = { operation: 'sendBill', authority: 'beta' } as const;

test('requests, attempts, settlements and signatures are counted by result', async () => {
  const page = createMetrics();
  const metrics = createWorkerMetrics(page);
  metrics.requestEnded({ ...SEND, outcome: 'cdr', tookMs: 40 });
  metrics.requestEnded({ ...SEND, outcome: 'transport_error', tookMs: 25_000 });
  metrics.attemptEnded({ do: 'wait', class: 'unknown' }, 25_100);
  metrics.attemptEnded({ do: 'pause' }, 10);
  metrics.attemptEnded({ do: 'review', reason: 'crashes' }, 10);
  metrics.documentSettled({ state: 'accepted', afterMs: 700, inTime: true });
  metrics.signatureChecked('unknown_signer');
  metrics.leaseLost();
  metrics.pdfsEnded('stored', 32);
  metrics.pdfsEnded('failed', 1);
  expect((await page.text()).split('\n')).toEqual(
    expect.arrayContaining([
      'rafaga_sunat_request_duration_seconds_bucket{le="0.05",operation="sendBill",outcome="cdr"} 1',
      'rafaga_sunat_request_duration_seconds_count{operation="sendBill",outcome="transport_error"} 1',
      'rafaga_attempt_duration_seconds_count{result="wait"} 1',
      'rafaga_waits_total{class="unknown"} 1',
      'rafaga_waits_total{class="paused"} 1',
      'rafaga_reviews_total{reason="crashes"} 1',
      'rafaga_documents_settled_total{state="accepted",term="kept"} 1',
      'rafaga_cdr_signatures_total{result="unknown_signer"} 1',
      'rafaga_settlement_delay_seconds_bucket{le="1"} 1',
      'rafaga_leases_lost_total 1',
      'rafaga_pdfs_total{result="stored"} 32',
      'rafaga_pdfs_total{result="failed"} 1',
    ]),
  );
});

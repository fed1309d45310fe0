import { expect, test } from '@jest/globals';
import type { ProcessRow, SystemStats } from '@rafaga/db';
import { type HealthInputs, healthSummary } from './healthSummary.js';

const NOW = new Date('2026-11-21T15:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const STATS: SystemStats = {
  at: NOW,
  lastIssued: before(1),
  lastSettled: before(1),
  issued: [],
  settled: [],
  open: 0,
  oldest: null,
  review: 0,
  paused: 0,
  unreachable: 0,
  nextTry: null,
  urgent: 0,
  holders: 0,
  lastStep: before(1),
  withoutCdr: 0,
  certificates: { expired: 0, week: 0, month: 0 },
  processes: [],
};
const worker = (change: Partial<ProcessRow> = {}): ProcessRow => ({
  ...{
    kind: 'worker',
    name: 'caja-1',
    startedAt: before(900),
    seenAt: before(2),
    progressAt: null,
    conditions: [],
  },
  ...change,
});
const FULL = {
  word: 'redis_lleno',
  text: 'Redis está lleno',
  remedy: 'Dale más memoria',
  since: before(20),
};
const inputs = (
  stats: Partial<SystemStats> = {},
  emit: Partial<NonNullable<HealthInputs['queues']>['emit']> | null = {},
): HealthInputs => ({
  stats: { ...STATS, ...stats },
  stale: false,
  queues: emit === null ? undefined : { emit: { workers: 1, paused: false, ...emit } },
  now: NOW,
});
const waiting = (seconds: number, more: Partial<SystemStats> = {}) => ({
  open: 3,
  oldest: before(seconds),
  ...more,
});

test.each<[string, HealthInputs, string, RegExp]>([
  [
    'a restoration is open',
    { ...inputs(), restoring: true },
    'bad',
    /No se emite ni se envía nada/,
  ],
  ['nothing is pending', inputs(), 'good', /Todo avanza.*No hay nada pendiente/],
  ['what is pending is new', inputs(waiting(5)), 'good', /3 comprobantes en camino/],
  [
    'the statistics are old',
    inputs({ at: before(31) }),
    'calm',
    /No hay datos recientes.*hace 31 s/,
  ],
  [
    'PostgreSQL has not answered for long',
    { ...inputs({ at: before(31) }), stale: true },
    'calm',
    /PostgreSQL no responde.*hace 31 s/,
  ],
  ['PostgreSQL did not answer once', { ...inputs(), stale: true }, 'good', /Todo avanza/],
  [
    'no worker is alive',
    inputs(waiting(5, { lastStep: before(40) }), { workers: 0 }),
    'bad',
    /Ningún procesador trabaja y hay 3/,
  ],
  [
    'no worker has ever been alive',
    inputs(waiting(5, { lastStep: null }), null),
    'bad',
    /Ningún procesador/,
  ],
  [
    'a worker is alive although Redis does not answer',
    inputs(waiting(5, { lastStep: null, holders: 1 }), null),
    'warn',
    /Redis no responde/,
  ],
  [
    'no worker is alive and nothing is pending',
    inputs({ lastStep: null }, { workers: 0 }),
    'good',
    /Todo avanza/,
  ],
  [
    'a worker has only its connection to Redis',
    inputs(waiting(5, { lastStep: null }), { workers: 2 }),
    'bad',
    /Ningún procesador trabaja/,
  ],
  [
    'a worker writes its heartbeat',
    inputs(waiting(5, { lastStep: null, processes: [worker()] })),
    'good',
    /3 comprobantes en camino/,
  ],
  [
    'a worker writes no heartbeat any more',
    inputs({ processes: [worker({ seenAt: before(45) })] }),
    'bad',
    /El procesador caja-1 no da señales, desde hace 45 s\./,
  ],
  [
    'Redis is full',
    inputs({ processes: [worker({ conditions: [FULL] })] }),
    'warn',
    /Redis está lleno, desde hace 20 s\. Dale más memoria\. Lo dice: caja-1\./,
  ],
  [
    'Redis is full and documents have waited for long',
    inputs(waiting(301, { processes: [worker({ conditions: [FULL] })] })),
    'bad',
    /Redis está lleno/,
  ],
  ['the panel itself finds Redis full', { ...inputs(), own: [FULL] }, 'warn', /Lo dice: panel\./],
  ['the queue is paused', inputs(waiting(5), { paused: true }), 'warn', /La cola está en pausa: 3/],
  ['the queue is paused and empty', inputs({}, { paused: true }), 'good', /Todo avanza/],
  [
    'a deadline ends today',
    inputs(waiting(5, { urgent: 1 })),
    'bad',
    /1 comprobante debe llegar a SUNAT hoy/,
  ],
  ['deadlines end today', inputs(waiting(5, { urgent: 2 })), 'bad', /2 comprobantes deben/],
  [
    'a document waits long although the authority answers',
    inputs(waiting(301)),
    'bad',
    /esperan desde hace 5 min/,
  ],
  [
    'what waits long belongs to a paused business',
    inputs(waiting(9_000, { paused: 3 })),
    'good',
    /No hay nada pendiente/,
  ],
  [
    'the authority does not answer',
    inputs(waiting(301, { unreachable: 3, nextTry: before(-5) })),
    'warn',
    /No se llega a SUNAT: 3.*10:00:05/,
  ],
  [
    'the authority does not answer and no next attempt is known',
    inputs(waiting(1, { unreachable: 1 })),
    'warn',
    /1 comprobante espera\..*solos\.$/,
  ],
  ['a person must decide', inputs({ review: 1 }), 'warn', /1 referencia está en revisión/],
  ['a document waits more than a minute', inputs(waiting(100)), 'warn', /hace 2 min/],
  ['Redis does not answer', inputs({}, null), 'warn', /Redis no responde/],
  [
    'a certificate has expired',
    inputs({ certificates: { expired: 1, week: 2, month: 3 } }),
    'warn',
    /1 certificado venció/,
  ],
  [
    'a certificate expires soon',
    inputs({ certificates: { expired: 0, week: 2, month: 3 } }),
    'warn',
    /2 certificados vencen en menos de 7 días/,
  ],
])('when %s', (_, inputs, severity, text) => {
  const { severity: judged, sentence, detail } = healthSummary(inputs);
  expect([judged, `${sentence} ${detail}`]).toEqual([severity, expect.stringMatching(text)]);
});

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
const facts = (
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
  ['a restoration is open', { ...facts(), restoring: true }, 'bad', /No se emite ni se envía nada/],
  ['nothing waits', facts(), 'good', /Todo avanza.*No hay nada pendiente/],
  ['what waits is young', facts(waiting(5)), 'good', /3 comprobantes en camino/],
  ['the facts are old', facts({ at: before(31) }), 'calm', /No hay datos recientes.*hace 31 s/],
  [
    'PostgreSQL is silent for long',
    { ...facts({ at: before(31) }), stale: true },
    'calm',
    /PostgreSQL no responde.*hace 31 s/,
  ],
  ['PostgreSQL was silent once', { ...facts(), stale: true }, 'good', /Todo avanza/],
  [
    'nobody works',
    facts(waiting(5, { lastStep: before(40) }), { workers: 0 }),
    'bad',
    /Ningún procesador trabaja y hay 3/,
  ],
  [
    'nobody has ever worked',
    facts(waiting(5, { lastStep: null }), null),
    'bad',
    /Ningún procesador/,
  ],
  [
    'somebody works although Redis is silent',
    facts(waiting(5, { lastStep: null, holders: 1 }), null),
    'warn',
    /Redis no responde/,
  ],
  [
    'nobody works and nothing waits',
    facts({ lastStep: null }, { workers: 0 }),
    'good',
    /Todo avanza/,
  ],
  [
    'a connection to Redis is all there is',
    facts(waiting(5, { lastStep: null }), { workers: 2 }),
    'bad',
    /Ningún procesador trabaja/,
  ],
  [
    'a process lives',
    facts(waiting(5, { lastStep: null, processes: [worker()] })),
    'good',
    /3 comprobantes en camino/,
  ],
  [
    'a process says nothing any more',
    facts({ processes: [worker({ seenAt: before(45) })] }),
    'bad',
    /El procesador caja-1 no da señales, desde hace 45 s\./,
  ],
  [
    'Redis is full',
    facts({ processes: [worker({ conditions: [FULL] })] }),
    'warn',
    /Redis está lleno, desde hace 20 s\. Dale más memoria\. Lo dice: caja-1\./,
  ],
  [
    'Redis is full and documents wait for long',
    facts(waiting(301, { processes: [worker({ conditions: [FULL] })] })),
    'bad',
    /Redis está lleno/,
  ],
  ['the panel itself finds Redis full', { ...facts(), own: [FULL] }, 'warn', /Lo dice: panel\./],
  ['the queue is paused', facts(waiting(5), { paused: true }), 'warn', /La cola está en pausa: 3/],
  ['the queue is paused and empty', facts({}, { paused: true }), 'good', /Todo avanza/],
  [
    'a deadline ends today',
    facts(waiting(5, { urgent: 1 })),
    'bad',
    /1 comprobante debe llegar a SUNAT hoy/,
  ],
  ['deadlines end today', facts(waiting(5, { urgent: 2 })), 'bad', /2 comprobantes deben/],
  [
    'it waits long though the authority answers',
    facts(waiting(301)),
    'bad',
    /esperan desde hace 5 min/,
  ],
  [
    'what waits long rests with its business',
    facts(waiting(9_000, { paused: 3 })),
    'good',
    /No hay nada pendiente/,
  ],
  [
    'the authority is away',
    facts(waiting(301, { unreachable: 3, nextTry: before(-5) })),
    'warn',
    /No se llega a SUNAT: 3.*10:00:05/,
  ],
  [
    'the authority is away, and nobody knows until when',
    facts(waiting(1, { unreachable: 1 })),
    'warn',
    /1 comprobante espera\..*solos\.$/,
  ],
  ['a person must decide', facts({ review: 1 }), 'warn', /1 referencia está en revisión/],
  ['it waits more than a minute', facts(waiting(100)), 'warn', /hace 2 min/],
  ['Redis is silent', facts({}, null), 'warn', /Redis no responde/],
  [
    'a certificate ran out',
    facts({ certificates: { expired: 1, week: 2, month: 3 } }),
    'warn',
    /1 certificado venció/,
  ],
  [
    'a certificate is about to',
    facts({ certificates: { expired: 0, week: 2, month: 3 } }),
    'warn',
    /2 certificados vencen en menos de 7 días/,
  ],
])('when %s', (_, given, severity, told) => {
  const { severity: judged, sentence, detail: more } = healthSummary(given);
  expect([judged, `${sentence} ${more}`]).toEqual([severity, expect.stringMatching(told)]);
});

/** Tests which reports of processes become problems, and in which order. */
import { expect, test } from '@jest/globals';
import type { ProcessRow } from '@rafaga/db';
import { systemProblems } from './systemProblems.js';

const AT = new Date('2026-11-21T15:00:00Z');
const before = (seconds: number) => new Date(AT.getTime() - seconds * 1_000);
const FULL = { word: 'redis_lleno', text: 'Redis está lleno', since: before(20) };
const STORE = { word: 'archivos_sin_espacio', text: 'No hay espacio', since: before(5) };
const process = (change: Partial<ProcessRow>): ProcessRow => ({
  kind: 'worker',
  name: 'caja-1',
  startedAt: before(900),
  seenAt: before(2),
  progressAt: before(3),
  load: null,
  version: null,
  conditions: [],
  ...change,
});

test('a problem is listed once, since its first report, the blocking ones first', () => {
  const found = systemProblems(
    [
      process({ conditions: [FULL] }),
      process({ name: 'caja-2', conditions: [{ ...FULL, since: before(30) }, STORE] }),
    ],
    AT,
    [FULL],
  );
  expect(found).toMatchObject([
    { word: 'archivos_sin_espacio', severity: 'bad', reporters: ['caja-2'] },
    {
      word: 'redis_lleno',
      severity: 'warn',
      reporters: ['caja-1', 'caja-2', 'panel'],
      since: before(30),
    },
  ]);
});

test('a process without a heartbeat is a problem, and its reports do not count', () => {
  const found = systemProblems(
    [
      process({ seenAt: before(31), conditions: [FULL] }),
      process({ kind: 'api', name: 'caja-2', seenAt: before(45) }),
    ],
    AT,
  );
  expect(found.map(({ text, severity }) => [text, severity])).toEqual([
    ['El procesador caja-1 no da señales', 'bad'],
    ['La API caja-2 no da señales', 'bad'],
  ]);
});

test('a process that others of its kind have replaced is less grave, then forgotten', () => {
  const found = (seconds: number, others: ProcessRow[] = [process({ name: 'caja-2' })]) =>
    systemProblems([process({ seenAt: before(seconds) }), ...others], AT).map(
      ({ severity }) => severity,
    );
  expect(found(599)).toEqual(['bad']);
  expect(found(601)).toEqual(['warn']);
  expect(found(3_601)).toEqual([]);
  expect(found(3_601, [process({ kind: 'api', name: 'caja-2' })])).toEqual(['bad']);
});

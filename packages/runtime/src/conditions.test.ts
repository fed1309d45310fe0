import { expect, test } from '@jest/globals';
import { createConditions } from './conditions.js';
import type { Logger } from './logger.js';

const FULL = { word: 'redis_lleno', text: 'Redis está lleno', remedy: 'Dale más memoria' };

/** Conditions over a clock of our own, and what was logged. */
function conditions() {
  const clock = { now: 0 };
  const lines: string[] = [];
  const note = (level: string) => (text: string, details: object) =>
    void lines.push(`${level} ${text} ${JSON.stringify(details)}`);
  const log = { warn: note('warn'), info: note('info') } as unknown as Logger;
  return { clock, lines, of: createConditions(log, { now: () => clock.now }) };
}

test('what goes on for minutes is told when it begins, every five minutes, and when it ends', () => {
  const { clock, lines, of } = conditions();
  for (; clock.now < 601_000; clock.now += 1_000) of.begin(FULL);
  of.end('redis_lleno');
  of.end('redis_lleno');
  expect(lines).toEqual([
    'warn ALARMA: Redis está lleno. Dale más memoria {"condicion":"redis_lleno"}',
    'warn ALARMA: sigue: Redis está lleno. Dale más memoria ' +
      '{"condicion":"redis_lleno","desde":"1970-01-01T00:00:00.000Z","veces":301}',
    'warn ALARMA: sigue: Redis está lleno. Dale más memoria ' +
      '{"condicion":"redis_lleno","desde":"1970-01-01T00:00:00.000Z","veces":601}',
    'info terminó: Redis está lleno {"condicion":"redis_lleno","segundos":601,"veces":601}',
  ]);
});

test('what comes and goes is told once a minute', () => {
  const { clock, lines, of } = conditions();
  for (; clock.now < 120_000; clock.now += 1_000) {
    of.begin(FULL);
    of.end(FULL.word);
  }
  expect(lines.filter((line) => line.startsWith('warn'))).toHaveLength(2);
});

test('what holds is listed with its beginning, whatever was logged', () => {
  const { clock, of } = conditions();
  clock.now = 5_000;
  of.begin(FULL);
  of.begin({ word: 'postgres', text: 'sin espacio' });
  expect(of.list()).toEqual([
    { ...FULL, since: new Date(5_000) },
    { word: 'postgres', text: 'sin espacio', since: new Date(5_000) },
  ]);
  of.end(FULL.word);
  expect(of.list()).toHaveLength(1);
});

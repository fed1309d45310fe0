/** Tests when conditions are logged, and that they are listed while they hold. */
import { expect, test } from '@jest/globals';
import type { Logger } from '../logger.js';
import { createConditions } from './conditions.js';

const FULL = { word: 'redis_lleno', text: 'Redis está lleno', remedy: 'Dale más memoria' };

/** Conditions with a clock of the test, and the lines that they log. */
function conditions() {
  const clock = { now: 0 };
  const lines: string[] = [];
  const note = (level: string) => (text: string, details: object) =>
    void lines.push(`${level} ${text} ${JSON.stringify(details)}`);
  const log = { warn: note('warn'), info: note('info') } as unknown as Logger;
  return { clock, lines, of: createConditions(log, { now: () => clock.now }) };
}

test('a condition that goes on is logged at its start, every five minutes and at its end', () => {
  const { clock, lines, of } = conditions();
  for (; clock.now < 601_000; clock.now += 1_000) of.begin(FULL);
  of.end('redis_lleno');
  of.end('redis_lleno');
  expect(lines).toEqual([
    'warn ALARMA: Redis está lleno. Dale más memoria {"condition":"redis_lleno"}',
    'warn ALARMA: sigue: Redis está lleno. Dale más memoria ' +
      '{"condition":"redis_lleno","since":"1970-01-01T00:00:00.000Z","times":301}',
    'warn ALARMA: sigue: Redis está lleno. Dale más memoria ' +
      '{"condition":"redis_lleno","since":"1970-01-01T00:00:00.000Z","times":601}',
    'info terminó: Redis está lleno {"condition":"redis_lleno","seconds":601,"times":601}',
  ]);
});

test('a condition that comes and goes is logged once a minute', () => {
  const { clock, lines, of } = conditions();
  for (; clock.now < 120_000; clock.now += 1_000) {
    of.begin(FULL);
    of.end(FULL.word);
  }
  expect(lines.filter((line) => line.startsWith('warn'))).toHaveLength(2);
});

test('a condition that holds is listed with its start, logged or not', () => {
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

/** Tests when the clock of an authority is reported as another than this machine's. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { createAuthorityClocks } from './authorityClocks.js';

afterEach(() => {
  jest.restoreAllMocks();
});

interface Answer {
  /** How far the authority's clock is ahead. */
  ahead: number;
  /** How long the answer took. */
  tookMs?: number;
  headers?: Record<string, string>;
}

/** Clocks that read every answer of production, and what they find. */
function clocks() {
  const { of, probe } = createAuthorityClocks(0);
  const take = of('production');
  function answer({ ahead, tookMs = 0, headers }: Answer): void {
    const now = Date.now();
    const date = new Date(now + ahead * 1_000).toUTCString();
    take({ headers: { date, ...headers }, asked: now - tookMs, answered: now });
  }
  return { of, answer, found: probe.check };
}

test.each([
  [100, /^El reloj de esta máquina va (99|100) s atrasado del de SUNAT$/],
  [-100, /^El reloj de esta máquina va 10[01] s adelantado al de SUNAT$/],
])('three answers that are %d s ahead are reported, until one agrees', async (ahead, text) => {
  const { answer, found } = clocks();
  answer({ ahead });
  answer({ ahead });
  expect(await found()).toEqual([]);
  answer({ ahead });
  expect(await found()).toEqual([
    {
      word: 'reloj_sunat',
      text: expect.stringMatching(text),
      remedy: expect.stringContaining('timedatectl set-ntp true'),
    },
  ]);
  answer({ ahead: 0 });
  expect(await found()).toEqual([]);
});

test.each<[string, Answer]>([
  ['agree to the half minute', { ahead: 28 }],
  ['were kept by a cache', { ahead: -100, headers: { age: '95' } }],
  ['have no date', { ahead: 100, headers: { date: '' } }],
  ['have an unreadable date', { ahead: 100, headers: { date: 'ayer' } }],
  ['were dated when the request came, and took long', { ahead: -100, tookMs: 110_000 }],
])('answers that %s are not reported', async (_how, given) => {
  const { answer, found } = clocks();
  for (let count = 0; count < 5; count += 1) answer(given);
  expect(await found()).toEqual([]);
});

test('odd answers between right ones are not reported', async () => {
  const { answer, found } = clocks();
  for (const ahead of [100, 100, 0, 100, 100, 0, 100, 100]) answer({ ahead });
  expect(await found()).toEqual([]);
});

test('the end of a difference is found without an answer once this clock is set', async () => {
  const { answer, found } = clocks();
  for (let count = 0; count < 3; count += 1) answer({ ahead: 100 });
  expect(await found()).toHaveLength(1);
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + 100_000);
  expect(await found()).toEqual([]);
});

test('a difference is reported for a day after the last answer', async () => {
  const { answer, found } = clocks();
  for (let count = 0; count < 3; count += 1) answer({ ahead: 100 });
  const wait = (hours: number) => {
    for (const clock of [Date, performance]) {
      const { now } = clock;
      const later = now.call(clock) + hours * 3_600_000;
      jest.spyOn(clock, 'now').mockReturnValue(later);
    }
  };
  wait(23);
  expect(await found()).toHaveLength(1);
  wait(2);
  expect(await found()).toEqual([]);
});

test('the clock of one authority says nothing of another, and the furthest is told', async () => {
  const { of, answer, found } = clocks();
  const beta = of('beta');
  for (let count = 0; count < 3; count += 1) {
    answer({ ahead: 0 });
    const now = Date.now();
    const date = new Date(now + 200_000).toUTCString();
    beta({ headers: { date }, asked: now, answered: now });
  }
  expect(await found()).toMatchObject([{ text: expect.stringMatching(/de SUNAT \(beta\)$/) }]);
});

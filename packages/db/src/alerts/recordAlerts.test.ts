/** Tests which changes of the problems become messages, and when. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { aDb } from '../../testing/aDocument.js';
import {
  listAlertMessages,
  messageDelivered,
  messageFailed,
  takeDueMessages,
} from './alertMessages.js';
import { type AlertChange, type AlertProblem, recordAlerts } from './recordAlerts.js';

const db = aDb();
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query(`DELETE FROM alerts; DELETE FROM alert_messages;
    UPDATE alert_leader SET process = NULL, until = now() - interval '1 s'`);
});

const aProblem = (changes: Partial<AlertProblem> = {}): AlertProblem => ({
  key: `paused ${randomUUID()}`,
  severity: 'warn',
  text: 'Su envío está en pausa.',
  advice: 'Reanúdalo.',
  path: '/salud/pausados',
  ...changes,
});

/** Runs one comparison as a process, and returns the changes that it made a message of. */
async function round(
  problems: AlertProblem[],
  { process = 'a', digestMs = 60_000, isUnknown = (_key: string): boolean => false } = {},
) {
  const told: AlertChange[] = [];
  const led = await recordAlerts(db, {
    process,
    problems,
    isUnknown,
    digestMs,
    channels: ['webhook', 'email'],
    compose(changes) {
      told.push(...changes);
      return { title: 'x' };
    },
  });
  return { led, told: told.map(({ key, was, is }) => [key, was, is]) };
}

test('a new problem is announced at once, and once, on every channel', async () => {
  const problem = aProblem();
  expect((await round([problem])).told).toEqual([[problem.key, null, 'warn']]);
  expect((await round([problem])).told).toEqual([]);
  expect((await takeDueMessages(db, 10)).map(({ channel }) => channel).sort()).toEqual([
    'email',
    'webhook',
  ]);
});

test('a change soon after a message waits, and is announced as it is after the wait', async () => {
  const problem = aProblem();
  const grave = { ...problem, severity: 'bad' } as const;
  await round([problem]);
  expect((await round([])).told).toEqual([]);
  expect((await round([grave])).told).toEqual([]);
  expect((await round([grave], { digestMs: 0 })).told).toEqual([[problem.key, 'warn', 'bad']]);
});

test('a problem that ends and returns within the interval is not announced again', async () => {
  const problem = aProblem();
  await round([problem]);
  await round([]);
  await round([problem]);
  expect((await round([problem], { digestMs: 0 })).told).toEqual([]);
});

test('an alert of which nothing is known stays as it is; another may begin', async () => {
  const problem = aProblem();
  const grave = { ...problem, severity: 'bad' } as const;
  const nothingKnown = { digestMs: 0, isUnknown: () => true };
  await round([problem]);
  expect((await round([], nothingKnown)).told).toEqual([]);
  expect((await round([grave], nothingKnown)).told).toEqual([]);
  const other = aProblem();
  expect((await round([other], nothingKnown)).told).toEqual([[other.key, null, 'warn']]);
  expect((await round([other], { digestMs: 0 })).told).toEqual([[problem.key, 'warn', null]]);
});

test('the end of a problem is announced, and its row is deleted afterwards', async () => {
  const problem = aProblem();
  await round([problem]);
  expect((await round([], { digestMs: 0 })).told).toEqual([[problem.key, 'warn', null]]);
  await round([], { digestMs: 0 });
  const { rowCount } = await db.pool.query('SELECT 1 FROM alerts WHERE key = $1', [problem.key]);
  expect(rowCount).toBe(0);
});

test('one process compares at a time, and another takes over when its lease expires', async () => {
  expect((await round([], { process: 'a' })).led).toBe(true);
  expect((await round([aProblem()], { process: 'b' })).led).toBe(false);
  await db.pool.query(`UPDATE alert_leader SET until = now() - interval '1 s'`);
  expect((await round([], { process: 'b' })).led).toBe(true);
});

test('a message is delivered once, and a failed one is due again after its wait', async () => {
  await round([aProblem()]);
  const [first, second] = await takeDueMessages(db, 10);
  await messageDelivered(db, first?.id ?? 0n);
  expect(await takeDueMessages(db, 10)).toEqual([]);
  await messageFailed(db, second?.id ?? 0n, 'HTTP 500', 0);
  expect(await takeDueMessages(db, 10)).toMatchObject([{ id: second?.id }]);
});

test('a message that no channel took in a day is given up, and deleted after 90 days', async () => {
  await round([aProblem()]);
  const age = (days: number) =>
    db.pool.query(`UPDATE alert_messages SET created_at = now() - $1 * interval '1 day'`, [days]);
  expect(await listAlertMessages(db)).toMatchObject([{ givenUp: false }, { givenUp: false }]);
  await age(2);
  expect(await takeDueMessages(db, 10)).toEqual([]);
  expect(await listAlertMessages(db)).toMatchObject([{ givenUp: true }, { givenUp: true }]);
  await age(91);
  await round([aProblem()]);
  expect(await listAlertMessages(db)).toMatchObject([{ givenUp: false }, { givenUp: false }]);
});

/** Tests what is said when PostgreSQL and Redis count the pending work otherwise. */
import { expect, test } from '@jest/globals';
import type { Backlog } from '@rafaga/db';
import type { QueueCounts } from '@rafaga/queue';
import { divergence } from './divergence.js';

const backlog = (change: Partial<Backlog> = {}): Backlog => ({
  recorded: 0,
  signed: 0,
  sending: 0,
  review: 0,
  held: 0,
  waiting: 0,
  paused: 0,
  due: 0,
  overdue: 0,
  oldest: null,
  ...change,
});
const queue = (change: Partial<QueueCounts> = {}): QueueCounts => ({
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  workers: 1,
  paused: false,
  ...change,
});

test.each<[string, Backlog, QueueCounts, string, RegExp]>([
  ['nothing is pending', backlog(), queue(), 'good', /Coinciden/],
  [
    'every pending document has a job',
    backlog({ recorded: 30 }),
    queue({ waiting: 28, active: 2 }),
    'good',
    /Coinciden/,
  ],
  [
    'documents that are not due have no job',
    backlog({ sending: 500, waiting: 400, held: 40, paused: 60 }),
    queue(),
    'good',
    /Coinciden/,
  ],
  [
    'Redis has jobs of settled documents',
    backlog({ recorded: 5 }),
    queue({ waiting: 90, delayed: 20 }),
    'warn',
    /sobran/,
  ],
  [
    'many jobs are lost',
    backlog({ recorded: 500 }),
    queue(),
    'warn',
    /no tiene aviso de 500 comprobantes/,
  ],
  ['one job is lost', backlog({ signed: 1 }), queue(), 'calm', /no tiene aviso de 1 comprobante:/],
  [
    'there are neither jobs nor workers',
    backlog({ recorded: 50 }),
    queue({ workers: 0 }),
    'good',
    /Coinciden/,
  ],
  ['the queue is paused', backlog({ recorded: 50 }), queue({ paused: true }), 'good', /Coinciden/],
  [
    'a flood is enqueued in portions',
    backlog({ recorded: 9_000 }),
    queue({ waiting: 400, active: 32 }),
    'calm',
    /por tandas/,
  ],
])('%s', (_, pending, jobs, severity, text) => {
  expect(divergence(pending, jobs)).toMatchObject({ severity, text: expect.stringMatching(text) });
});

/** Tests a worker that loses only its connection to PostgreSQL while it processes a document. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { timeline } from '@rafaga/db';
import { createLogger, type Logger } from '@rafaga/runtime';
import type { Checkpoint } from '@rafaga/worker';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.js';
import { aSender, issue, makeDue, type Sender } from '../support/senders.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let environment: TestEnvironment;
let sender: Sender;
/** Between the first worker and PostgreSQL. */
let link: FaultProxy;
/** Called when the first worker gets to a checkpoint. */
let atCheckpoint = (_checkpoint: Checkpoint) => {};
/** What the first worker logs. */
const logged: string[] = [];
beforeAll(async () => {
  environment = await startEnvironment();
  sender = await aSender(environment.db);
  link = await startFaultProxy(environment.databaseUrl);
  const checkpoint = (at: Checkpoint) => atCheckpoint(at);
  await environment.work({ checkpoint }, { databaseUrl: link.url }, aLog());
});
afterEach(() => link.heal());
afterAll(async () => {
  await environment.stop();
  await link.stop();
});

/** A silent log, whose messages are kept. */
function aLog(): Logger {
  const log = createLogger('worker');
  for (const transport of log.transports) transport.silent = true;
  log.on('data', ({ message }) => logged.push(String(message)));
  return log;
}

// the first test: the answer on a connection that carried another exchange would not be trusted
test('a 1033 is not forgotten when PostgreSQL is lost before the query', async () => {
  const stranger = { documento: `${sender.ruc}-03-B001-1`, total: '59.00' };
  await environment.controlSimulator('ajenos', stranger);
  atCheckpoint = (at) => {
    if (at === 'intended') link.down();
  };
  const id = await issue(environment.db, sender, 'boleta');
  await makeDue(environment.db, [id]);
  await waitFor('the query to fail', async () => logged.includes('el intento falló'));
  atCheckpoint = () => {};
  link.heal();
  const document = await environment.until(id, (one) => settled(one) || inReview(one));
  expect([document.outcome?.state, document.reference.state]).toEqual([null, 'review']);
});

/** Issues a document, whose worker has SUNAT's answer and no PostgreSQL. @returns its id */
async function answeredWithout(): Promise<number> {
  const answered = new Promise<void>((resolve) => {
    atCheckpoint = (at) => {
      if (at !== 'answered') return;
      link.down();
      resolve();
    };
  });
  const id = await issue(environment.db, sender, 'factura');
  await makeDue(environment.db, [id]);
  await answered;
  atCheckpoint = () => {};
  return id;
}

const crashesOf = async (id: number): Promise<number | undefined> => {
  const { rows } = await environment.db.pool.query(
    'SELECT crashes FROM emissions WHERE document_id = $1',
    [id],
  );
  return rows[0]?.crashes;
};

test('an answer that comes while PostgreSQL is away is written when it is back', async () => {
  const id = await answeredWithout();
  // the first attempt still holds its lease
  await new Promise((resolve) => setTimeout(resolve, 35_000));
  link.heal();
  expect((await environment.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
  expect((await timeline(environment.db, id)).map(({ attempt }) => attempt)).not.toContain(2);
});

test('a worker without PostgreSQL did not crash: its document keeps no count of it', async () => {
  const id = await answeredWithout();
  await environment.db.pool.query(
    `UPDATE emissions SET lease_until = now(), next_at = now() WHERE document_id = $1`,
    [id],
  );
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // without Redis it takes the document itself: a job could go to the first worker again
  await environment.work(
    { checkpoint: (at) => (at === 'claimed' ? held : undefined) },
    { redisServers: 'redis://127.0.0.1:1' },
  );
  await waitFor('the crash that the second worker counts', async () => (await crashesOf(id)) === 1);
  link.heal();
  await waitFor('the crash to be taken back', async () => (await crashesOf(id)) === 0);
  goOn();
  expect((await environment.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
});

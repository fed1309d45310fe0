/** Tests that endpoints that do not answer leave places to the documents of the others. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aSender } from '../support/senders.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

const PLACES = 16;
const DOCUMENTS = 60;

let testEnvironment: TestEnvironment;
const silent: Server[] = [];
beforeAll(async () => {
  testEnvironment = await startEnvironment({ answerWithinMs: 100_000 });
});
afterAll(async () => {
  for (const server of silent) {
    server.closeAllConnections();
    server.close();
  }
  await testEnvironment.stop();
});

/** An endpoint that takes every request and answers none. */
async function silentEndpoint() {
  const requests = { taken: 0, ended: 0 };
  const server = createServer((request) => {
    requests.taken += 1;
    request.socket.once('close', () => {
      requests.ended += 1;
    });
  });
  silent.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { billUrl: `http://127.0.0.1:${port}/bill`, requests };
}

test('while two endpoints do not answer, documents for another are settled', async () => {
  const { db, issueAll, untilEnded, work } = testEnvironment;
  const endpoints = await Promise.all([silentEndpoint(), silentEndpoint()]);
  const clients = Array.from({ length: DOCUMENTS }, () => '45678912');
  for (const { billUrl } of endpoints) {
    const sender = await aSender(db, { authority: 'custom', billUrl, consult: false });
    await issueAll(sender, 'boleta', clients);
  }
  await work({}, { emitConcurrency: PLACES });
  const taken = () => endpoints.reduce((sum, { requests }) => sum + requests.taken, 0);
  await waitFor('the places to be taken', async () => taken() >= PLACES - 2);
  const sold = await untilEnded(await issueAll(await aSender(db), 'boleta', clients));
  expect(new Set(sold.map(({ outcome }) => outcome?.state))).toEqual(new Set(['accepted']));
  expect(endpoints.map(({ requests }) => requests.ended)).toEqual([0, 0]);
});

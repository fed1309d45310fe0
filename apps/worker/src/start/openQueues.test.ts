/** Tests that the queues of a worker close although Redis has fallen silent. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { openQueues } from './openQueues.js';

const ANSWERS: Readonly<Record<string, string>> = {
  info: '$17\r\nredis_version:7.2\r\n',
  client: '+OK\r\n',
  exists: ':0\r\n',
};

/** A server like Redis that still answers INFO, and not the command sent together with it. */
async function startSilentServer() {
  let silent = false;
  const server = createServer((socket) => {
    socket.on('data', (bytes) => {
      for (const [, word = ''] of bytes.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        silent ||= /^hexists$/i.test(word);
        socket.write(ANSWERS[word.toLowerCase()] ?? '');
      }
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isSilent: () => silent,
    stop: () => server.close(),
  };
}

test('a command that Redis never answers does not hold up the end', async () => {
  const server = await startSilentServer();
  const queues = openQueues(server.url, { onError: () => undefined, pace: 1 });
  await waitFor('a command without an answer', server.isSilent);
  await expect(queues.close()).resolves.toBeUndefined();
  server.stop();
});

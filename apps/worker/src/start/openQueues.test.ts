/** Tests that the queues of a worker close although Redis has fallen silent. */
import { expect, test } from '@jest/globals';
import { startScriptedRedis } from '../../../../test/support/scriptedRedis.js';
import { waitFor } from '../../../../test/support/waitFor.js';
import { openQueues } from './openQueues.js';

test('a command that Redis never answers does not hold up the end', async () => {
  let silent = false;
  // it goes on answering the commands that are sent together with that one
  const server = await startScriptedRedis((name, socket) => {
    if (name === 'hexists') silent = true;
    if (name === 'exists') socket.write(':0\r\n');
  });
  const queues = openQueues(server.url, { onError: () => undefined, pace: 1 });
  await waitFor('a command without an answer', () => silent);
  await expect(queues.close()).resolves.toBeUndefined();
  server.stop();
});

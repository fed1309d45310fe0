/** Runs in a thread: receives a large body and answers with its document or its refusal. */
import { constants, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type CheckReply, type CheckRequest, checkBody } from './checkBody.js';

/** An error is sent as its message, because an Error loses its class between threads. */
export type ThreadReply = CheckReply | { error: string };

// of this thread alone, which only Linux can do: the event loop and PostgreSQL come first
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (request: CheckRequest) => {
  let reply: ThreadReply;
  try {
    reply = checkBody(request);
  } catch (error) {
    reply = { error: (error as Error).stack ?? String(error) };
  }
  parentPort?.postMessage(reply);
});

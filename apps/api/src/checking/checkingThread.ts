/** Runs in a thread: receives a large body and answers with its document or its refusal. */
import { platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type CheckReply, type CheckRequest, checkBody } from './checkBody.js';
import { movable } from './transfer.js';

/** An error is sent as its message, because an Error loses its class between threads. */
export type ThreadReply = CheckReply | { error: string };

// of this thread alone, which only Linux can do: the event loop and PostgreSQL come first; a third
// of their share is left to it, so that a right body is checked in time on a busy machine
const NICENESS = 5;
if (platform() === 'linux') setPriority(NICENESS);

parentPort?.on('message', (request: CheckRequest) => {
  let reply: ThreadReply;
  try {
    reply = checkBody(request);
  } catch (error) {
    reply = { error: (error as Error).stack ?? String(error) };
  }
  parentPort?.postMessage(reply, buffersOf(reply));
});

function buffersOf(reply: ThreadReply): ArrayBuffer[] {
  if ('needed' in reply) return movable(reply.bytes);
  return 'refusal' in reply ? movable(reply.refusal.invalid?.body) : [];
}

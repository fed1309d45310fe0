/**
 * The code of a checking thread: receives a large body and answers with its document or refusal.
 */
import { platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type CheckReply, type CheckRequest, checkBody } from './checkBody.js';
import { movable } from './transfer.js';

/** An error is sent as its message, because an Error loses its class between threads. */
export type ThreadReply = CheckReply | { error: string };

// of this thread only, which only Linux allows: the event loop and PostgreSQL go first, and the
// thread gets a third of their share, so that a valid body is checked in time on a busy machine
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

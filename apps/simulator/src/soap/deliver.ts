/** Writes a reply in the manner of the outcome: at once, late, byte by byte, or never. */
import type { Response } from 'express';
import type { Manner } from '../script/outcomes.js';
import type { Reply } from './answers.js';

export interface Delivery {
  reply: Reply;
  manner: Manner;
  /** Delay of a slow reply; 20 when absent. */
  seconds?: number;
}

const SLOW_SECONDS = 20;
const DRIP_MS = 1_000;

export async function deliver(
  response: Response,
  { reply, manner, seconds }: Delivery,
): Promise<void> {
  switch (manner) {
    case 'hold':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'drip':
      return drip(response, reply);
    case 'slow':
      await pause(response, (seconds ?? SLOW_SECONDS) * 1_000);
      return send(response, reply);
    case 'send':
      return send(response, reply);
  }
}

function send(response: Response, { status, type, body }: Reply): void {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(bytes);
}

/** Writes one byte a second after the headers, until the client disconnects. */
async function drip(response: Response, { status, type, body }: Reply): Promise<void> {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  for (let at = 0; at < bytes.length && !response.destroyed; at += 1) {
    response.write(bytes.subarray(at, at + 1));
    await pause(response, DRIP_MS);
  }
  response.end();
}

/** Waits, but no longer than the client stays connected. */
export function pause(response: Response, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.on('close', done);
  });
}

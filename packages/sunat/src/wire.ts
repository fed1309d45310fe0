/**
 * One HTTP exchange, tried once. Its failure says whether the request can have arrived: that decides between a new try and a
 * question. No redirect, no retry, no body beyond the cap, TLS verified, and sockets that are dropped before the server drops them.
 */
import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import got, { RequestError, TimeoutError } from 'got';
import { guardedLookup, mustBeAllowed } from './guardedLookup.js';

/** Every wait has an end; the total is what a lease is measured by. */
export const TIMEOUTS = { lookup: 3_000, connect: 5_000, secureConnect: 5_000, send: 10_000, response: 25_000, request: 30_000 } as const;
export type Timeouts = { [K in keyof typeof TIMEOUTS]: number };

export interface Posted {
  status: number;
  body: Buffer;
  retryAfter?: string | undefined;
}

/** The exchange did not come to an answer. */
export class Silence extends Error {
  override name = 'Silence';
  constructor(
    readonly reached: 'never' | 'maybe',
    readonly why: string,
  ) {
    super(why);
  }
}

export interface Wire {
  /** @throws Silence, and nothing else */
  post(url: string, body: string, headers: Record<string, string>): Promise<Posted>;
  close(): void;
}

/** A CDR is 5 kB; the largest that anybody has seen is far below. */
const LARGEST = 4_000_000;
/** Node's servers close an idle socket after 5 s, others later: we are always first. */
const IDLE_MS = 3_500;

export function createWire({ timeouts = TIMEOUTS, sockets = 64 }: { timeouts?: Timeouts; sockets?: number } = {}): Wire {
  const options = { keepAlive: true, maxSockets: sockets, maxFreeSockets: sockets, timeout: IDLE_MS, scheduling: 'lifo' } as const;
  const agent = { http: new HttpAgent(options), https: new HttpsAgent({ ...options, minVersion: 'TLSv1.2', rejectUnauthorized: true }) };
  // merged once: got would go through all of it again at every request
  const client = got.extend({
    agent,
    timeout: timeouts,
    dnsLookup: guardedLookup,
    headers: { 'user-agent': 'rafaga' },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    https: { rejectUnauthorized: true },
  });

  async function post(url: string, body: string, headers: Record<string, string>): Promise<Posted> {
    allowedOrSilent(url);
    const stream = client.stream.post(url, { body, headers });
    let connected = false;
    stream.on('request', (request: ClientRequest) => whenConnected(request, () => (connected = true)));
    let answer: { statusCode: number; headers: Record<string, string | string[] | undefined> } | undefined;
    stream.on('response', (response) => {
      answer = response;
    });
    try {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > LARGEST) throw new Silence('maybe', `la respuesta pasa de ${LARGEST} bytes`);
        chunks.push(chunk);
      }
      if (!answer) throw new Silence(connected ? 'maybe' : 'never', 'sin respuesta');
      const retryAfter = answer.headers['retry-after'];
      return {
        status: answer.statusCode,
        body: Buffer.concat(chunks, size),
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      };
    } catch (error) {
      stream.destroy();
      throw error instanceof Silence ? error : new Silence(connected ? 'maybe' : 'never', whyOf(error));
    }
  }

  const close = () => {
    agent.http.destroy();
    agent.https.destroy();
  };
  return { post, close };
}

function allowedOrSilent(url: string): void {
  try {
    mustBeAllowed(new URL(url).hostname);
  } catch (error) {
    throw new Silence('never', (error as Error).message);
  }
}

/** What waits for its connection, its handshake included, has sent nothing that anybody could read. */
function whenConnected(request: ClientRequest, tell: () => void): void {
  const onSocket = (socket: Socket) => {
    if (socket.connecting) socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', tell);
    else tell();
  };
  if (request.socket) onSocket(request.socket);
  else request.once('socket', onSocket);
}

/** In a few words, without addresses: it is read by people and kept in the timeline. */
function whyOf(error: unknown): string {
  if (error instanceof TimeoutError) return `tiempo agotado (${error.event})`;
  if (error instanceof RequestError) return error.code === 'ERR_GOT_REQUEST_ERROR' ? error.message : error.code;
  return (error as Error).message;
}

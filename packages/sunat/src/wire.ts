/**
 * One HTTP exchange, tried once. Its failure says whether the request can have arrived: that
 * decides between a new try and a question. No redirect, no retry, no body beyond the cap, TLS
 * verified, and sockets that are dropped before the server drops them.
 */
import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import got, { RequestError, TimeoutError } from 'got';
import { guardedLookup, mustBeAllowed } from './guardedLookup.js';

/** Every wait has an end; the total is what a lease is measured by. */
export const TIMEOUTS = {
  lookup: 3_000,
  connect: 5_000,
  secureConnect: 5_000,
  send: 10_000,
  response: 25_000,
  request: 30_000,
} as const;
export type Timeouts = { [K in keyof typeof TIMEOUTS]: number };

export interface Posted {
  status: number;
  body: Buffer;
  retryAfter?: string | undefined;
  /**
   * The connection carried an exchange before this one. HTTP/1.1 does not say which request an
   * answer belongs to: one answer too many on such a connection is taken for the answer to the next
   * request.
   */
  reused: boolean;
  /** Closes the connection: what it carries next may answer another request. */
  discard(): void;
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

export type Connection = 'shared' | 'own';

export interface Wire {
  /**
   * @param connection 'own': a new one that carries this exchange alone, so that its answer can
   * belong to no other
   * @throws Silence, and nothing else
   */
  post(
    url: string,
    body: string,
    headers: Record<string, string>,
    connection?: Connection,
  ): Promise<Posted>;
  close(): void;
}

/** A CDR is 5 kB; the largest that anybody has seen is far below. */
const LARGEST = 4_000_000;
/** Node's servers close an idle socket after 5 s, others later: we are always first. */
const IDLE_MS = 3_500;

export function createWire({
  timeouts = TIMEOUTS,
  sockets = 64,
}: {
  timeouts?: Timeouts;
  sockets?: number;
} = {}): Wire {
  const options = {
    keepAlive: true,
    maxSockets: sockets,
    maxFreeSockets: sockets,
    timeout: IDLE_MS,
    scheduling: 'lifo',
  } as const;
  const tls = { minVersion: 'TLSv1.2', rejectUnauthorized: true } as const;
  const shared = {
    http: closedByStrays(new HttpAgent(options)),
    https: closedByStrays(new HttpsAgent({ ...options, ...tls })),
  };
  const own = { http: new HttpAgent(), https: new HttpsAgent(tls) };
  // merged once: got would go through all of it again at every request
  const client = got.extend({
    agent: shared,
    timeout: timeouts,
    dnsLookup: guardedLookup,
    headers: { 'user-agent': 'rafaga' },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    https: { rejectUnauthorized: true },
  });

  async function post(
    url: string,
    body: string,
    headers: Record<string, string>,
    connection: Connection = 'shared',
  ): Promise<Posted> {
    allowedOrSilent(url);
    const stream = client.stream.post(url, {
      body,
      headers,
      ...(connection === 'own' && { agent: own }),
    });
    let connected = false;
    let reused = false;
    let sent: ClientRequest | undefined;
    stream.on('request', (request: ClientRequest) => {
      sent = request;
      whenConnected(request, (socket) => {
        connected = true;
        reused = latest.has(socket);
        latest.set(socket, request);
      });
    });
    let answer:
      | { statusCode: number; headers: Record<string, string | string[] | undefined> }
      | undefined;
    stream.on('response', (response) => {
      answer = response;
      // an authority in trouble may answer once too often: the connection ends with this answer
      if (response.statusCode !== 200 && sent) sent.shouldKeepAlive = false;
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
        reused,
        discard: () => discard(sent),
      };
    } catch (error) {
      stream.destroy();
      throw error instanceof Silence
        ? error
        : new Silence(connected ? 'maybe' : 'never', whyOf(error));
    }
  }

  /** The request that each connection carries, or carried last. */
  const latest = new WeakMap<Socket, ClientRequest>();

  /** A connection that carries another request by now is left to it. */
  function discard(request: ClientRequest | undefined): void {
    const socket = request?.socket;
    if (socket && latest.get(socket) === request) socket.destroy();
  }

  const close = () => {
    for (const agent of [shared.http, shared.https, own.http, own.https]) agent.destroy();
  };
  return { post, close };
}

/**
 * A connection that says something before it is asked has lost count of its answers: it is closed.
 */
function closedByStrays<T extends HttpAgent>(agent: T): T {
  const stray = Symbol('stray');
  type Idle = Socket & { [stray]?: () => void };
  const { keepSocketAlive, reuseSocket } = agent as unknown as AgentHooks;
  const hooks: AgentHooks = {
    keepSocketAlive(socket: Idle) {
      if (!keepSocketAlive.call(agent, socket)) return false;
      socket[stray] = () => socket.destroy();
      socket.on('data', socket[stray]);
      return true;
    },
    reuseSocket(socket: Idle, request) {
      if (socket[stray]) socket.off('data', socket[stray]);
      reuseSocket.call(agent, socket, request);
    },
  };
  return Object.assign(agent, hooks);
}

/** What node:http documents for agents that are extended. */
interface AgentHooks {
  keepSocketAlive(socket: Socket): boolean;
  reuseSocket(socket: Socket, request: ClientRequest): void;
}

function allowedOrSilent(url: string): void {
  try {
    mustBeAllowed(new URL(url).hostname);
  } catch (error) {
    throw new Silence('never', (error as Error).message);
  }
}

/**
 * What waits for its connection, its handshake included, has sent nothing that anybody could read.
 */
function whenConnected(request: ClientRequest, tell: (socket: Socket) => void): void {
  const onSocket = (socket: Socket) => {
    const connected = () => tell(socket);
    if (socket.connecting)
      socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
    else connected();
  };
  if (request.socket) onSocket(request.socket);
  else request.once('socket', onSocket);
}

/** In a few words, without addresses: it is read by people and kept in the timeline. */
function whyOf(error: unknown): string {
  if (error instanceof TimeoutError) return `tiempo agotado (${error.event})`;
  if (error instanceof RequestError)
    return error.code === 'ERR_GOT_REQUEST_ERROR' ? error.message : error.code;
  return (error as Error).message;
}

/**
 * Makes one HTTP request, once. Its error says whether the request may have been delivered, which
 * decides between sending again and querying. It follows no redirect, reads no body beyond the
 * limit, and verifies TLS.
 */
import type { ClientRequest } from 'node:http';
import { type AddressPolicy, addressPolicy } from '@rafaga/runtime/network';
import got, { RequestError, TimeoutError } from 'got';
import { createAgents } from './agents.js';
import { boundPieces } from './boundPieces.js';
import { createConnectionTracker, type TrackedRequest } from './connectionTracker.js';
import { type HttpResponse, readResponse } from './httpResponse.js';
import { createRequestOnIdle, exchange, USER_AGENT } from './idleConnection.js';
import { TransportError } from './transportError.js';

/** In milliseconds. `request` limits the whole exchange; a lease must be longer. */
export const TIMEOUTS = {
  lookup: 3_000,
  connect: 5_000,
  secureConnect: 5_000,
  send: 10_000,
  response: 25_000,
  request: 30_000,
} as const;
export type Timeouts = { [K in keyof typeof TIMEOUTS]: number };

export type Connection = 'shared' | 'own';

export interface HttpClient {
  /**
   * @param connection 'own': a new connection for this exchange alone
   * @throws TransportError, and nothing else
   */
  post(
    url: string,
    body: string,
    headers: Record<string, string>,
    connection?: Connection,
  ): Promise<HttpResponse>;
  close(): void;
}

export interface HttpClientOptions {
  timeouts?: Timeouts;
  sockets?: number;
  /** Which addresses to connect to; absent: public ones over https. */
  policy?: AddressPolicy;
  /** Called with every answer. */
  onAnswer?(answer: TimedAnswer): void;
}

/** An answer, with this machine's clock when it was asked for and when it had come. */
export interface TimedAnswer extends Pick<HttpResponse, 'headers'> {
  asked: number;
  answered: number;
}

/** Without retries and redirects; every status is an answer. */
const ONE_REQUEST = {
  headers: { 'user-agent': USER_AGENT },
  retry: { limit: 0 },
  followRedirect: false,
  throwHttpErrors: false,
  decompress: false,
  https: { rejectUnauthorized: true },
} as const;

export function createHttpClient({
  timeouts = TIMEOUTS,
  sockets = 64,
  policy = addressPolicy([]),
  onAnswer,
}: HttpClientOptions = {}): HttpClient {
  const agents = createAgents(sockets);
  const tracker = createConnectionTracker();
  const lookups = { 'http:': policy.lookup('http:'), 'https:': policy.lookup('https:') };
  // extended once, because got merges options at every call
  const client = got.extend({ ...ONE_REQUEST, agent: agents.shared, timeout: timeouts });
  const requestOnIdle = createRequestOnIdle(agents);

  async function postOnIdle(request: ClientRequest, body: string): Promise<HttpResponse> {
    boundPieces(request);
    const tracked = tracker.trackRequest(request);
    try {
      return await exchange(request, body, tracked, timeouts);
    } catch (error) {
      request.destroy();
      throw toTransportError(error, tracked);
    }
  }

  const post: HttpClient['post'] = async (url, body, headers, connection = 'shared') => {
    const idle = connection === 'shared' ? requestOnIdle(url, body, headers) : undefined;
    if (idle) return postOnIdle(idle, body);
    const refused = policy.fault(url);
    if (refused) throw new TransportError('no', refused);
    const stream = client.stream.post(url, {
      body,
      headers,
      dnsLookup: lookups[url.startsWith('https:') ? 'https:' : 'http:'],
      ...(connection === 'own' && { agent: agents.own }),
    });
    stream.on('request', boundPieces);
    const request = tracker.track(stream);
    try {
      return await readResponse(stream, request);
    } catch (error) {
      stream.destroy();
      throw toTransportError(error, request);
    }
  };

  return {
    async post(...request) {
      const asked = Date.now();
      const response = await post(...request);
      onAnswer?.({ headers: response.headers, asked, answered: Date.now() });
      return response;
    },
    close: agents.destroy,
  };
}

const toTransportError = (error: unknown, request: TrackedRequest): TransportError =>
  error instanceof TransportError
    ? error
    : new TransportError(request.connected() ? 'unknown' : 'no', describeError(error));

function describeError(error: unknown): string {
  if (error instanceof TimeoutError) return `tiempo agotado (${error.event})`;
  if (error instanceof RequestError)
    return error.code === 'ERR_GOT_REQUEST_ERROR' ? error.message : error.code;
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

/**
 * One HTTP request, tried once. Its failure says whether the request may have been delivered, which
 * decides between sending again and querying. No redirect, no retry, no body beyond the limit, TLS
 * verified.
 */
import got, { RequestError, TimeoutError } from 'got';
import { createAgents } from './agents.js';
import { createConnectionTracker, type TrackedRequest } from './connectionTracker.js';
import { assertAllowed, guardedLookup } from './guardedLookup.js';
import { TransportError } from './transportError.js';

/** In milliseconds. A lease is measured by `request`, the time for the whole exchange. */
export const TIMEOUTS = {
  lookup: 3_000,
  connect: 5_000,
  secureConnect: 5_000,
  send: 10_000,
  response: 25_000,
  request: 30_000,
} as const;
export type Timeouts = { [K in keyof typeof TIMEOUTS]: number };

export interface HttpResponse {
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

export type Connection = 'shared' | 'own';

export interface HttpClient {
  /**
   * @param connection 'own': a new one that carries this exchange alone, so that its answer can
   * belong to no other
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

/** A CDR has 5 kB. */
const MAX_BODY_BYTES = 4_000_000;

export function createHttpClient({
  timeouts = TIMEOUTS,
  sockets = 64,
}: {
  timeouts?: Timeouts;
  sockets?: number;
} = {}): HttpClient {
  const agents = createAgents(sockets);
  const tracker = createConnectionTracker();
  // merged once: got would go through all of it again at every request
  const client = got.extend({
    agent: agents.shared,
    timeout: timeouts,
    dnsLookup: guardedLookup,
    headers: { 'user-agent': 'rafaga' },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    https: { rejectUnauthorized: true },
  });

  return {
    async post(url, body, headers, connection = 'shared') {
      checkAddress(url);
      const stream = client.stream.post(url, {
        body,
        headers,
        ...(connection === 'own' && { agent: agents.own }),
      });
      const request = tracker.track(stream);
      try {
        return await readResponse(stream, request);
      } catch (error) {
        stream.destroy();
        throw toTransportError(error, request);
      }
    },
    close: agents.destroy,
  };
}

type ResponseStream = ReturnType<typeof got.stream.post>;
interface ResponseHead {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
}

async function readResponse(
  stream: ResponseStream,
  request: TrackedRequest,
): Promise<HttpResponse> {
  let head: ResponseHead | undefined;
  stream.on('response', (response: ResponseHead) => {
    head = response;
    // an authority in trouble may answer once too often: the connection ends with this answer
    if (response.statusCode !== 200) request.closeAfterwards();
  });
  const body = await readBody(stream);
  if (!head) throw new Error('sin respuesta');
  const retryAfter = head.headers['retry-after'];
  return {
    status: head.statusCode,
    body,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    reused: request.reused(),
    discard: request.discard,
  };
}

async function readBody(stream: ResponseStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES)
      throw new TransportError('unknown', `la respuesta pasa de ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function checkAddress(url: string): void {
  try {
    assertAllowed(new URL(url).hostname);
  } catch (error) {
    throw new TransportError('no', (error as Error).message);
  }
}

const toTransportError = (error: unknown, request: TrackedRequest): TransportError =>
  error instanceof TransportError
    ? error
    : new TransportError(request.connected() ? 'unknown' : 'no', describeError(error));

function describeError(error: unknown): string {
  if (error instanceof TimeoutError) return `tiempo agotado (${error.event})`;
  if (error instanceof RequestError)
    return error.code === 'ERR_GOT_REQUEST_ERROR' ? error.message : error.code;
  return (error as Error).message;
}

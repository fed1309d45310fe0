/** Reads the answer to one HTTP request, up to a limit, with what is known of its connection. */
import type { TrackedRequest } from './connectionTracker.js';
import { TransportError } from './transportError.js';

export interface HttpResponse {
  status: number;
  body: Buffer;
  retryAfter?: string | undefined;
  /**
   * The connection carried an exchange before this one. HTTP/1.1 does not say which request an
   * answer belongs to: a stale answer on such a connection is read as the answer to the next
   * request.
   */
  reused: boolean;
  /** Closes the connection, whose next data may belong to another request. */
  discard(): void;
}

/** A CDR has 5 kB. */
const MAX_BODY_BYTES = 4_000_000;

interface ResponseHead {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
}

interface ResponseStream extends AsyncIterable<unknown> {
  on(event: 'response', listener: (response: ResponseHead) => void): unknown;
}

export async function readResponse(
  stream: ResponseStream,
  request: TrackedRequest,
): Promise<HttpResponse> {
  let head: ResponseHead | undefined;
  stream.on('response', (response: ResponseHead) => {
    head = response;
    // a failing authority may send a second answer: the connection is closed after this one
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

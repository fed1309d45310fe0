/** Reads the answer to one HTTP request, up to a limit, with what is known of its connection. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { TrackedRequest } from './connectionTracker.js';
import { TransportError } from './transportError.js';

export interface HttpResponse {
  status: number;
  body: Buffer;
  headers: IncomingHttpHeaders;
  /**
   * Whether the connection carried an exchange before. HTTP/1.1 does not say which request an
   * answer belongs to: a stale answer on such a connection is taken for the answer to the next
   * request.
   */
  reused: boolean;
  /** Closes the connection, whose next data may belong to another request. */
  discard(): void;
}

/** A CDR has 5 kB. ZIPs of more than 1,000,000 bytes (1.34 MB in base64) are refused anyway. */
const MAX_BODY_BYTES = 1_500_000;

interface ResponseHead {
  statusCode?: number | undefined;
  headers: IncomingHttpHeaders;
}

interface ResponseStream extends AsyncIterable<unknown> {
  on(event: 'response', listener: (response: ResponseHead) => void): unknown;
}

/** Reads the answer from a stream that emits its head. */
export async function readResponse(
  stream: ResponseStream,
  request: TrackedRequest,
): Promise<HttpResponse> {
  let head: ResponseHead | undefined;
  stream.on('response', (response: ResponseHead) => {
    head = response;
    closeAfterFailure(response, request);
  });
  const body = createBody();
  for await (const chunk of stream as AsyncIterable<Buffer>) body.add(chunk);
  if (!head) throw new Error('sin respuesta');
  return answered(head, body.bytes(), request);
}

/** Reads the answer from node:http directly, without the cost of an iterator. */
export function readMessage(
  message: IncomingMessage,
  request: TrackedRequest,
): Promise<HttpResponse> {
  closeAfterFailure(message, request);
  const body = createBody();
  return new Promise((resolve, reject) => {
    message.on('data', (chunk: Buffer) => {
      try {
        body.add(chunk);
      } catch (error) {
        message.destroy(error as Error);
      }
    });
    message.on('end', () => resolve(answered(message, body.bytes(), request)));
    message.on('error', reject);
  });
}

/** Closes the connection after this answer, because a failing authority may send a second one. */
function closeAfterFailure({ statusCode }: ResponseHead, request: TrackedRequest): void {
  if (statusCode !== 200) request.closeAfterwards();
}

function answered(
  { statusCode = 0, headers }: ResponseHead,
  body: Buffer,
  request: TrackedRequest,
): HttpResponse {
  return {
    status: statusCode,
    body,
    headers,
    reused: request.reused(),
    discard: request.discard,
  };
}

function createBody() {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer): void {
      size += chunk.length;
      if (size > MAX_BODY_BYTES)
        throw new TransportError('unknown', `la respuesta pasa de ${MAX_BODY_BYTES} bytes`);
      chunks.push(chunk);
    },
    bytes: () => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)),
  };
}

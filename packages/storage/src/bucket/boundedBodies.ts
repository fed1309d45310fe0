/**
 * Ends the body of every answer of a bucket within a time and a size: the client itself reads on
 * for as long as the server sends, of an object, a list and an error alike.
 */
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

export interface BodyBounds {
  /** Milliseconds from the head of the answer to its end. */
  withinMs: number;
  maxBytes: number;
}

export function boundBodies(client: S3Client, bounds: BodyBounds): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body?: unknown };
      if (response.body instanceof Readable)
        response.body = Readable.from(bounded(response.body, bounds), { objectMode: false });
      return result;
    },
    // the nearest to the socket: before any body is read
    { step: 'deserialize', priority: 'low', name: 'boundBodies' },
  );
}

/** Leaving the loop by an error destroys the body, and with it the connection. */
async function* bounded(
  body: Readable,
  { withinMs, maxBytes }: BodyBounds,
): AsyncGenerator<Buffer, void> {
  const late = new Error(`the bucket's answer did not end within ${withinMs} ms`);
  const timer = setTimeout(() => body.destroy(late), withinMs);
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`the bucket's answer exceeds ${maxBytes} bytes`);
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
  }
}

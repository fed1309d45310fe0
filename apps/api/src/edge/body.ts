/**
 * Reads the JSON of a POST: one object in strict UTF-8, at most 2,000,000 bytes, compressed or not.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Refusal } from '@rafaga/contract';
import type { Handler } from '../handler.js';
import { isDeep } from './depth.js';
import { createTurns } from './turns.js';

const MAX_BODY = 2_000_000;
/** Incompressible data grows a little when it is compressed. */
const MAX_COMPRESSED = MAX_BODY + 100_000;
/** Limit in bytes of all bodies together that are being read or wait for their turn. */
const MAX_HELD = 128_000_000;
/** Larger bodies are parsed in turns, so that many of them do not delay the small ones. */
const LARGE = 16_000;

const JSON_TYPE = /^application\/json[\t ]*(?:;[\t ]*charset=(?:"utf-8"|utf-8)[\t ]*)?;?[\t ]*$/i;

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
const ENCODINGS: Record<string, Inflate | undefined> = Object.assign(Object.create(null), {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
});

/** Refuses with 415 any content type but JSON, and unknown encodings. */
export const onlyJson: Handler = (req, _res, next) => {
  const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (!JSON_TYPE.test(req.headers['content-type'] ?? '')) throw new Refusal('content_type');
  if (encoding !== 'identity' && !ENCODINGS[encoding]) throw new Refusal('content_encoding');
  next();
};

/** Reads the body into `res.locals.body`; 413 when it is too large, 400 when it is invalid JSON. */
export function readJson(): Handler {
  const turn = createTurns();
  const held = { bytes: 0 };
  return async (req, res, next) => {
    const bytes = await read(req, held);
    if (bytes.length > LARGE) {
      if (isDeep(bytes)) throw new Refusal('json_invalid');
      held.bytes += bytes.length;
      await turn().finally(() => {
        held.bytes -= bytes.length;
      });
    }
    res.locals.body = parse(bytes);
    next();
  };
}

async function read(req: IncomingMessage, held: { bytes: number }): Promise<Buffer> {
  const inflated = ENCODINGS[req.headers['content-encoding']?.toLowerCase() ?? 'identity'];
  const limit = inflated ? MAX_COMPRESSED : MAX_BODY;
  if (Number(req.headers['content-length'] ?? 0) > limit) throw new Refusal('body_too_large');
  const bytes = await collect(req, limit, held);
  if (!inflated) return bytes;
  try {
    return await inflated(bytes, { maxOutputLength: MAX_BODY });
  } catch (error) {
    throw new Refusal(
      (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? 'body_too_large'
        : 'json_invalid',
    );
  }
}

/** The caller disconnected before its body was complete; there is no connection to answer on. */
export class CallerDisconnected extends Error {}

function collect(req: IncomingMessage, limit: number, held: { bytes: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (settle: () => void) => {
      req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      held.bytes -= size;
      settle();
    };
    const refuse = (reason: 'body_too_large' | 'overloaded') => {
      // reads and drops the rest, so that a caller that is still writing can read the answer
      finish(() => reject(new Refusal(reason)));
      req.resume();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      held.bytes += chunk.length;
      if (size > limit) return refuse('body_too_large');
      if (held.bytes > MAX_HELD) return refuse('overloaded');
      chunks.push(chunk);
    };
    const onEnd = () =>
      finish(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const onClose = () => finish(() => reject(new CallerDisconnected()));
    req.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Refusal('json_invalid');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw new Refusal('json_invalid');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('body_not_object');
  return value;
}

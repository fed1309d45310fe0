/**
 * Reads the JSON of a POST: one object in strict UTF-8, at most 2,000,000 bytes, compressed or not.
 */
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { crowdedBody, Refusal } from '@rafaga/contract';
import type { Handler, Request, Response } from '../handler.js';
import { createBodyMemory, type Holding } from './bodyMemory.js';
import type { Slices } from './slices.js';
import { createSlowBodies, type SlowBodies } from './slowBodies.js';
import { excessOf } from './structure.js';

const MAX_BODY = 2_000_000;
/** Incompressible data grows a little when it is compressed. */
const MAX_COMPRESSED = MAX_BODY + 100_000;
/** Larger bodies are parsed in slices, so that many of them do not delay the small ones. */
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

/**
 * Reads the body into `res.locals.body`: 413 when it is too large, 408 when it comes too slowly,
 * 400 when it is invalid JSON, 422 when it has more values than any sale.
 */
export function readJson(slices: Slices): Handler {
  const memory = createBodyMemory();
  const slow = createSlowBodies();
  return async (req, res, next) => {
    const { business } = res.locals.caller;
    const holding = memory.open(business.id, req.socket);
    try {
      const bytes = await read(req, res, { holding, slow });
      const parsed = () => parse(bytes, req.headers['idempotency-key'] as string | undefined);
      res.locals.isLarge = bytes.length > LARGE;
      res.locals.body = res.locals.isLarge ? await slices.run(business.id, parsed) : parsed();
    } finally {
      holding.release();
    }
    next();
  };
}

interface Reading {
  holding: Holding;
  slow: SlowBodies;
}

async function read(req: Request, res: Response, reading: Reading): Promise<Buffer> {
  const inflated = ENCODINGS[req.headers['content-encoding']?.toLowerCase() ?? 'identity'];
  const limit = inflated ? MAX_COMPRESSED : MAX_BODY;
  if (Number(req.headers['content-length'] ?? 0) > limit) throw new Refusal('body_too_large');
  const bytes = await collect(req, res, limit, reading);
  if (!inflated) return bytes;
  const whole = await inflated(bytes, { maxOutputLength: MAX_BODY }).catch(
    (error: NodeJS.ErrnoException) => {
      const tooLarge = error.code === 'ERR_BUFFER_TOO_LARGE';
      throw new Refusal(tooLarge ? 'body_too_large' : 'json_invalid');
    },
  );
  if (!reading.holding.add(whole.length)) throw new Refusal('overloaded');
  return whole;
}

/** The caller disconnected before its body was complete; there is no connection to answer on. */
export class CallerDisconnected extends Error {}

function collect(
  req: Request,
  res: Response,
  limit: number,
  { holding, slow }: Reading,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const arrival = { bytes: 0, tooSlow: () => refuse('request_timeout') };
    const finish = (settle: () => void) => {
      req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      slow.ended(arrival);
      settle();
    };
    const refuse = (reason: 'body_too_large' | 'overloaded' | 'request_timeout') => {
      // a body that stays away would occupy the connection
      if (reason === 'request_timeout') res.setHeader('Connection', 'close');
      // reads and drops the rest, so that a caller that is still writing can read the answer
      finish(() => reject(new Refusal(reason)));
      req.resume();
    };
    const onData = (chunk: Buffer) => {
      arrival.bytes += chunk.length;
      if (arrival.bytes > limit) return refuse('body_too_large');
      if (!holding.add(chunk.length)) return refuse('overloaded');
      chunks.push(chunk);
    };
    const onEnd = () =>
      finish(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const onClose = () => finish(() => reject(new CallerDisconnected()));
    slow.watch(arrival);
    req.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

/** @param key the header Idempotency-Key, whose faults are reported with those of the body */
function parse(bytes: Buffer, key: string | undefined): unknown {
  if (!isUtf8(bytes)) throw new Refusal('json_invalid');
  if (bytes.length > LARGE) refuseExcess(bytes, key);
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

/** Refuses without parsing it what would take long to parse and is no sale. */
function refuseExcess(bytes: Buffer, key: string | undefined): void {
  const excess = excessOf(bytes);
  if (excess === 'deep') throw new Refusal('json_invalid');
  if (excess === undefined) return;
  const isObject = /^\uFEFF?\s*\{/.test(bytes.toString('utf8', 0, 1_000));
  throw isObject ? crowdedBody(key) : new Refusal('body_not_object');
}
